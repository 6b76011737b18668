import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../screen.tsx'
import type { Fields } from './fields.tsx'
import { FieldsForm, type FieldsFormProps } from './fields-form.tsx'
import { useHasDraft } from './use-draft.ts'

export interface Step {
  readonly verb: string
  /** What it is about, if the page has several of the verb. */
  readonly of?: string | number | undefined
  /** What it does, unless its form says it. */
  readonly what: string
  readonly form: (onClose: () => void) => ReactNode
  /** What comes next as a rule: it need not be chosen. */
  readonly isOpen?: boolean
}

interface NextStepsProps {
  readonly steps: readonly Step[]
  readonly none?: string
  /** The only step there is need not be chosen. */
  readonly isOnlyOneOpen?: boolean
}

const isAs = (step: Step) => (one: Step) => one.verb === step.verb && one.of === step.of

/** What can be done next with a record: a button for each step, or the form of the one that was chosen. */
export function NextSteps({ steps, none, isOnlyOneOpen = false }: NextStepsProps) {
  // The step stays until its result was seen, even when the record is further then.
  const hasDraft = useHasDraft()
  const [chosen, setStep] = useState(() => steps.find(({ verb, of }) => hasDraft(verb, of)))
  const [closed, setClosed] = useState<string>()
  const step = chosen && (steps.find(isAs(chosen)) ?? chosen)
  const first = steps.find(({ isOpen }) => isOpen) ?? (isOnlyOneOpen && steps.length === 1 ? steps[0] : undefined)
  if (!chosen && first && first.verb !== closed) setStep(first)
  const close = () => {
    setStep(undefined)
    setClosed(step?.verb)
  }
  const others = step ? (step.isOpen ? steps.filter((one) => !isAs(step)(one)) : []) : steps
  return (
    <>
      {step && <StepPanel key={step.verb} step={step} onClose={close} />}
      {others.length > 0 && (
        <Group gap="xs">
          {others.map((one) => (
            <Button key={one.verb} variant="default" onClick={() => setStep(one)}>
              {one.verb}…
            </Button>
          ))}
        </Group>
      )}
      {!step && steps.length === 0 && <Text c="dimmed">{none}</Text>}
    </>
  )
}

export function StepPanel({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  return (
    <Section title={step.verb}>
      <Stack gap="xs" miw={300}>
        {step.what !== '' && <Text size="sm">{step.what}</Text>}
        {step.form(onClose)}
      </Stack>
    </Section>
  )
}

export const formStep = <Body extends object, Shown, Result>(
  what: string,
  form: Omit<FieldsFormProps<Body, Shown, Result>, 'onClose'>,
  isOpen = false,
): Step => ({
  verb: form.verb,
  of: form.of,
  what,
  isOpen,
  form: (onClose) => <FieldsForm {...form} onClose={onClose} />,
})

/** The fields of a form without any. */
export const nothing: Fields<object> = {}

/** A step for which nothing is filled in. */
export const simpleStep = (
  verb: string,
  what: string,
  send: (key: string) => Promise<string>,
  isOpen = false,
): Step => {
  const showPlan = (shown: string) => shown
  const form = { verb, fields: nothing, showPlan, showResult: showPlan, plansAtOnce: true }
  return formStep('', { ...form, dryRun: async () => what, send: (_, key) => send(key) }, isOpen)
}
