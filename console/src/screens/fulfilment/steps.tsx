import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { allocate, pack, type ShippingLine, ship } from '../../api/orders/orders.ts'
import { Quantity } from '../../parts/figures.tsx'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

interface Step {
  readonly verb: 'Allocate' | 'Pack' | 'Ship'
  /** The units that the step takes further. */
  readonly figure: 'backordered' | 'committed' | 'packed'
  readonly what: string
}

const steps: readonly Step[] = [
  { verb: 'Allocate', figure: 'backordered', what: 'Allocates stock, as far as there is any, to what is backordered.' },
  { verb: 'Pack', figure: 'committed', what: 'Packs all that is committed.' },
  { verb: 'Ship', figure: 'packed', what: 'Issues all that is packed: it leaves the stock.' },
]

interface StepsProps {
  readonly soNo: string
  readonly lines: readonly ShippingLine[]
}

/** What can be done next with an order. */
export function Steps({ soNo, lines }: StepsProps) {
  const [chosen, setChosen] = useState<Step>()
  const possible = steps.filter(({ figure }) => lines.some((line) => line[figure] > 0))
  if (chosen)
    return (
      <StepForm
        soNo={soNo}
        step={chosen}
        lines={lines.filter((line) => line[chosen.figure] > 0)}
        onClose={() => setChosen(undefined)}
      />
    )
  if (possible.length === 0) return <Text c="dimmed">Nothing is left to be done.</Text>
  return (
    <Group gap="xs">
      {possible.map((step) => (
        <Button key={step.verb} variant="default" onClick={() => setChosen(step)}>
          {step.verb}…
        </Button>
      ))}
    </Group>
  )
}

interface StepFormProps extends StepsProps {
  readonly step: Step
  readonly onClose: () => void
}

interface Wish {
  readonly tracking: string
  readonly lines: readonly ShippingLine[]
}

function StepForm({ soNo, step: { verb, figure, what }, lines, onClose }: StepFormProps) {
  const [tracking, setTracking] = useState('')
  const [wanted] = useState(lines)
  const send = async ({ tracking: number, lines: concerned }: Wish, key: string): Promise<string> => {
    if (verb === 'Allocate') await allocate(soNo, concerned, key)
    else if (verb === 'Pack') await pack(soNo, concerned, key)
    else await ship(soNo, concerned, key, number)
    return verb
  }
  const columns: readonly Column<ShippingLine>[] = [
    { title: 'Line', isNumber: true, cell: ({ lineNo }) => lineNo },
    { title: 'Item', isWide: true, cell: ({ shortID }) => shortID },
    { title: 'Units', isNumber: true, cell: (line) => <Quantity of={line[figure]} /> },
  ]
  return (
    <Section title={verb}>
      <Stack gap="xs" miw={300}>
        <GuardedForm
          verb={verb}
          body={{ tracking, lines: wanted }}
          missing={undefined}
          preview={async (wish: Wish) => wish.lines}
          send={send}
          showPreview={(concerned) => (
            <PlainTable
              label={`Lines to ${verb.toLowerCase()}`}
              columns={columns}
              rows={concerned}
              keyOf={({ lineNo }) => lineNo}
              empty="No line."
            />
          )}
          showAnswer={() => <Text size="sm">The lines above show where the units are now.</Text>}
          onNext={onClose}
        >
          {(errors) => (
            <>
              <Text size="sm">{what}</Text>
              {verb === 'Ship' && (
                <TextInput
                  label="Tracking number (optional)"
                  maxLength={64}
                  value={tracking}
                  onChange={(event) => setTracking(event.currentTarget.value)}
                  error={errors.tracking?.join(', ')}
                />
              )}
            </>
          )}
        </GuardedForm>
        <Button variant="subtle" size="xs" onClick={onClose} w="fit-content">
          Close
        </Button>
      </Stack>
    </Section>
  )
}
