import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  approveCount,
  type Count,
  type CountDetail,
  cancelCount,
  postCount,
  recountCount,
  submitCount,
} from '../../api/orders/counts.ts'
import { useMay } from '../../app/session-context.ts'
import { type Fields, required } from '../../parts/forms/field.ts'
import { reason } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { Section } from '../../parts/section.tsx'

interface Step {
  readonly verb: string
  /** What it does. */
  readonly what: string
  readonly form: (onClose: () => void) => ReactNode
}

/** What can be done next with a count. */
export function CountSteps({ count }: { readonly count: CountDetail }) {
  // The step stays until its answer was seen, also when the count is further then.
  const [step, setStep] = useState<Step>()
  const [mayCount, mayApprove] = [useMay('count'), useMay('approveCounts')]
  const steps = stepsOf(count, mayCount || mayApprove, mayApprove)
  if (step)
    return (
      <Section title={step.verb}>
        <Text size="sm">{step.what}</Text>
        {step.form(() => setStep(undefined))}
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => setStep(undefined)}>
          Close
        </Button>
      </Section>
    )
  return (
    <Group gap="xs">
      {steps.map((one) => (
        <Button key={one.verb} variant="default" onClick={() => setStep(one)}>
          {one.verb}…
        </Button>
      ))}
    </Group>
  )
}

interface Reasons {
  readonly reasonIn: number
  readonly reasonOut: number
}
const reasons: Fields<Reasons> = {
  reasonIn: required(reason('in', 'Reason of what was found')),
  reasonOut: required(reason('out', 'Reason of what is missing')),
}
const nothing: Fields<object> = {}

function stepsOf({ countNo, status, openLines, lines }: CountDetail, mayWork: boolean, mayApprove: boolean): Step[] {
  const differing = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  const simple = (verb: string, what: string, send: (key: string) => Promise<Count>): Step => ({
    verb,
    what,
    form: (onClose) => (
      <FieldsForm
        verb={verb}
        fields={nothing}
        preview={async () => what}
        send={(_, key) => send(key)}
        showPreview={(shown) => <Text size="sm">{shown}</Text>}
        showAnswer={showStatus}
        onNext={onClose}
      />
    ),
  })
  const post: Step = {
    verb: 'Post',
    what: 'Receives what was found, issues what is missing, and moves what lay at a wrong spot.',
    form: (onClose) => (
      <FieldsForm
        verb="Post"
        fields={reasons}
        preview={async () => differing}
        send={(body: Reasons, key) => postCount(countNo, body, key)}
        showPreview={(posted) => <Text size="sm">Posts {posted === 1 ? 'one line' : `${posted} lines`}.</Text>}
        showAnswer={showStatus}
        onNext={onClose}
      />
    ),
  }
  const submit = simple(
    openLines === 0 ? 'Submit' : 'Submit and skip',
    openLines === 0
      ? 'What was counted goes to somebody who approves it.'
      : `${openLines} lines that are not counted are skipped; the others go to somebody who approves them.`,
    (key) => submitCount(countNo, openLines === 0 ? 'refuse' : 'skip', key),
  )
  const recount = simple('Recount', 'Lines that differ are counted again.', (key) => recountCount(countNo, key))
  const approve = simple('Approve', 'What was counted is right, and can be posted.', (key) =>
    approveCount(countNo, key),
  )
  const cancel = simple('Cancel', 'The count ends. What is posted stays posted.', (key) => cancelCount(countNo, key))
  return [
    ...(mayWork && status === 'Open' ? [submit] : []),
    ...(mayApprove && status === 'Submitted' ? [approve] : []),
    ...(mayApprove && (status === 'Approved' || status === 'Partial') ? [post] : []),
    ...(mayApprove && ['Submitted', 'Approved', 'Partial'].includes(status) ? [recount] : []),
    ...(mayApprove && !['Posted', 'Canceled'].includes(status) ? [cancel] : []),
  ]
}

const showStatus = ({ status }: Count) => <Text size="sm">The count is now: {status}.</Text>
