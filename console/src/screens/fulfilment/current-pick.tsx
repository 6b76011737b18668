import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type FormEvent, type MouseEvent, useState } from 'react'
import type { ListedPick } from '../../api/documents.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type Fields, listFields, quantity, required, text } from '../../components/forms/fields.tsx'
import { useDraft, useHasDraft } from '../../components/forms/use-draft.ts'
import { LotLink } from '../../components/record-links.tsx'
import { ScanForm } from '../../components/scans/scan-form.tsx'
import { Day } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { whyNotGoods, whyNotSpot } from '../../fold/picking/picked-code.ts'
import { toBody } from '../../fold/to-body.ts'
import { ShipmentLink } from './fulfilment.tsx'

interface CurrentPickProps {
  readonly pick: ListedPick
  readonly onPicked: (units: number, fewer?: string) => void
  /** Absent: nothing else is left. */
  readonly onLeaveOut: (() => void) | undefined
}

/** The pick that comes next: a scan of its spot, then one of the item or the lot, confirms it. */
export function CurrentPick({ pick, onPicked, onLeaveOut }: CurrentPickProps) {
  const { soNo, lineNo, shortID, description, warehouse, warehouseName, spot, recNo, serial, serial2, expires } = pick
  /** Where the picker is. */
  const [at, setAt] = useState<string>()
  /** The pick of which fewer are there. */
  const name = `${soNo} ${lineNo} ${recNo}`
  const [fewerOf, setFewerOf] = useState(useHasDraft()(FEWER, name) ? pick : undefined)
  /** Each time that another way than scanning was taken, the field begins anew. */
  const [fields, setFields] = useState(0)
  const bin = `${warehouse} ${spot}`
  const isThere = spot === '' || at === bin
  const take = (code: string) => {
    const why = isThere ? whyNotGoods(code, pick) : whyNotSpot(code, spot)
    if (why !== undefined) return `${why} Nothing was picked.`
    if (isThere) onPicked(pick.units)
    else setAt(bin)
    return undefined
  }
  const end = (act: () => void) => (click: MouseEvent) => {
    // The second click of a double click was meant for the pick before.
    if (click.detail > 1) return
    act()
    setFields(fields + 1)
  }
  return (
    <Paper withBorder p="md" radius="md" maw={720} component="section" aria-label="Pick now">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {warehouseName}
        </Text>
        <Text fz={32} fw={700} lh={1.1}>
          {spot || 'No spot'}
        </Text>
        <Text fz={24} fw={600} lh={1.2}>
          {toText(pick.units)} × {shortID}
        </Text>
        <Text size="sm">{description}</Text>
        <DescriptionList
          of={[
            ['Lot', <LotLink key="lot" recNo={recNo} />],
            ...(serial ? [['Serial or lot number', serial] as const] : []),
            ...(serial2 ? [['Secondary number', serial2] as const] : []),
            ...(expires ? [['Expires', <Day key="expires" at={expires} />] as const] : []),
            ['Order', <ShipmentLink key="order" soNo={soNo} />],
            ['Line', lineNo],
          ]}
        />
        {fewerOf === pick ? (
          <FewerForm
            of={name}
            most={pick.units}
            onPicked={(units, reason) => onPicked(units, reason)}
            onClose={() => setFewerOf(undefined)}
          />
        ) : (
          <>
            <ScanForm key={fields} label={isThere ? 'Scan the item or its lot' : 'Scan the spot'} take={take} />
            <Group gap="xs">
              <Button onClick={end(() => onPicked(pick.units))}>Confirm without scanning</Button>
              <Button variant="default" onClick={end(() => setFewerOf(pick))}>
                Short pick…
              </Button>
              {onLeaveOut && (
                <Button variant="subtle" onClick={end(onLeaveOut)}>
                  Skip for now
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  )
}

interface Fewer {
  readonly units: number
  readonly reason: string
}

const fields: Fields<Fewer> = { units: required(quantity('Units found')), reason: required(text('Reason', 255)) }
const named = listFields(fields)

const FEWER = 'Short pick'

interface FewerFormProps {
  /** Names the pick. */
  readonly of: string
  readonly most: number
  readonly onPicked: (units: number, reason: string) => void
  readonly onClose: () => void
}

/** Fewer units are at the spot than are listed. */
function FewerForm({ of, most, onPicked, onClose }: FewerFormProps) {
  const { texts, type, startAnew } = useDraft({ verb: FEWER, of })
  const wished = toBody<Fewer>(named, texts)
  const range = `Enter more than 0 and less than ${toText(most)} units. Skip the pick if there are none.`
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
              ? 'The rest of the line is backordered after its last pick.'
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
