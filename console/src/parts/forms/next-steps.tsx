import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../section.tsx'
import type { Fields } from './fields.tsx'
import { FieldsForm, type FieldsFormProps } from './fields-form.tsx'
import { useHasDraft } from './use-draft.ts'

export interface Step {
  readonly verb: string
  /** What it is about, if the page has several of the verb. */
  readonly of?: string | number | undefined
  /** What it does. */
  readonly what: string
  readonly form: (onClose: () => void) => ReactNode
}

interface NextStepsProps {
  readonly steps: readonly Step[]
  readonly none?: string
  /** The only step there is need not be chosen. */
  readonly isOnlyOneOpen?: boolean
}

/** What can be done next with a record: a button for each step, or the form of the one that was chosen. */
export function NextSteps({ steps, none, isOnlyOneOpen = false }: NextStepsProps) {
  // The step stays until its answer was seen, also when the record is further then.
  const hasDraft = useHasDraft()
  const begun = steps.find(({ verb, of }) => hasDraft(verb, of))
  const [step, setStep] = useState(begun ?? (isOnlyOneOpen && steps.length === 1 ? steps[0] : undefined))
  if (step) return <StepPanel step={step} onClose={() => setStep(undefined)} />
  if (steps.length === 0) return <Text c="dimmed">{none}</Text>
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

/** The form of a step that was chosen. */
export function StepPanel({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  return (
    <Section title={step.verb}>
      <Stack gap="xs" miw={300}>
        <Text size="sm">{step.what}</Text>
        {step.form(onClose)}
      </Stack>
    </Section>
  )
}

/** A step with a form. */
export const formStep = <Body extends object, Shown, Answer>(
  what: string,
  form: Omit<FieldsFormProps<Body, Shown, Answer>, 'onClose'>,
): Step => ({
  verb: form.verb,
  of: form.of,
  what,
  form: (onClose) => <FieldsForm {...form} onClose={onClose} />,
})

/** The fields of a form without any. */
export const nothing: Fields<object> = {}

/** A step for which nothing is filled in. */
export const simpleStep = (verb: string, what: string, send: (key: string) => Promise<string>): Step =>
  formStep(what, {
    verb,
    fields: nothing,
    preview: async () => what,
    send: (_, key) => send(key),
    showPreview: (shown) => shown,
    showAnswer: (answer) => answer,
  })
