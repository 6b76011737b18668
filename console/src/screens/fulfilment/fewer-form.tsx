import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Fields, listFields, quantity, required, text } from '../../components/forms/fields.tsx'
import { useDraft } from '../../components/forms/use-draft.ts'
import { toText } from '../../fold/person-numbers.ts'
import { toBody } from '../../fold/to-body.ts'

interface Fewer {
  readonly units: number
  readonly reason: string
}

const fields: Fields<Fewer> = { units: required(quantity('Units found')), reason: required(text('Reason', 255)) }
const named = listFields(fields)

export const FEWER = 'Pick fewer'

interface FewerFormProps {
  /** Names the pick. */
  readonly of: string
  readonly most: number
  readonly onPicked: (units: number, reason: string) => void
  readonly onClose: () => void
}

/** Fewer units are at the spot than are listed. */
export function FewerForm({ of, most, onPicked, onClose }: FewerFormProps) {
  const { texts, type, startAnew } = useDraft({ verb: FEWER, of })
  const wished = toBody<Fewer>(named, texts)
  const range = `Units found: more than 0 and fewer than ${toText(most)}. Leave the pick out if there are none.`
  const body = 'body' in wished && wished.body.units > 0 && wished.body.units < most ? wished.body : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!body) return
    startAnew({})
    onPicked(body.units, body.reason)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {named.map(([name, field], index) => (
          <field.input
            key={name}
            value={texts[name] ?? ''}
            onChange={(typed) => type({ [name]: typed })}
            error={undefined}
            autoFocus={index === 0}
          />
        ))}
        <Text size="sm" c="dimmed">
          {'missing' in wished
            ? wished.missing
            : body
              ? 'The rest of the line is backordered with its last pick.'
              : range}
        </Text>
        <Group gap="xs">
          <Button type="submit" disabled={!body}>
            {FEWER}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              startAnew({})
              onClose()
            }}
          >
            Back
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
