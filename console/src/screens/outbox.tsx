import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../api/session-context.ts'
import { receive } from '../api/stock.ts'
import { Quantity } from '../components/figures.tsx'
import { FieldsForm } from '../components/forms/fields-form.tsx'
import { LotsPlan } from '../components/forms/stock-plan.tsx'
import { LotLink, OrderLink } from '../components/record-links.tsx'
import { Screen, Section } from '../components/screen.tsx'
import { type Column, column } from '../components/tables/columns.tsx'
import { PlainTable } from '../components/tables/plain-table.tsx'
import { RowButton } from '../components/tables/row-buttons.tsx'
import { textOf } from '../fold/person-numbers.ts'
import { forget, isOf, type KeptReceipt, type KeptWrite, keep } from '../outbox/outbox.ts'
import { useKeptWrites } from '../outbox/use-outbox.ts'
import { type ReceivedFields, receivedFields, showReceived } from './receiving/receive-line.tsx'

/** What was received, picked and counted without signal, each with what came of it. */
export function Outbox() {
  const [mended, setMended] = useState<KeptReceipt>()
  return (
    <Screen title="Saved on this device">
      <Text size="sm" c="dimmed">
        These are sent automatically, in this order, as soon as the server can be reached.
      </Text>
      {mended && (
        <Section title={`Receipt of ${mended.body.itemID}`}>
          <Mend key={mended.key} receipt={mended} onClose={() => setMended(undefined)} />
        </Section>
      )}
      <PlainTable
        label="Saved on this device"
        columns={[...columns, toActions(setMended)]}
        rows={useKeptWrites()}
        keyOf={({ key }) => key}
        empty="Nothing saved on this device"
      />
    </Screen>
  )
}

function State({ write }: { readonly write: KeptWrite }) {
  const session = useSession()
  const { state, reason, recNo, actor, clientId } = write
  if (state === 'done' && write.kind !== 'receipt') return 'Done'
  if (state === 'done')
    return (
      <>
        Done: lot <LotLink recNo={recNo ?? null} />
      </>
    )
  if (state === 'refused') return <span style={{ color: 'var(--ink-bad)' }}>Refused: {reason}</span>
  return isOf(session, write) ? 'Not sent yet' : `Not sent yet: waiting for ${actor} (${clientId}) to sign in`
}

const KINDS: Readonly<Record<KeptWrite['kind'], string>> = { receipt: 'Receipt', count: 'Count', pick: 'Pick' }

function For({ write }: { readonly write: KeptWrite }) {
  if (write.kind === 'count') return `${write.countNo} ${write.body.spot ?? ''}`
  if (write.kind === 'pick') return <OrderLink reference={write.soNo} line={write.body.lineNo} isShipment />
  return <OrderLink reference={write.body.reference ?? ''} line={write.body.line ?? null} />
}

const columns: readonly Column<KeptWrite>[] = [
  column.moment('Saved', 'keptAt'),
  { title: 'State', isWide: true, isMain: true, cell: (write) => <State write={write} /> },
  { title: 'What', cell: ({ kind }) => KINDS[kind] },
  { title: 'Item', cell: itemOf },
  { title: 'Units', isNumber: true, cell: (write) => <Quantity of={unitsOf(write)} /> },
  { title: 'For', cell: (write) => <For write={write} /> },
]

/** What can be done with a write that is done or was refused. */
const toActions = (onMend: (receipt: KeptReceipt) => void): Column<KeptWrite> => ({
  title: 'Clear',
  cell: (write) =>
    write.state !== 'waiting' && (
      <Group gap={6} wrap="nowrap">
        {write.kind === 'receipt' && write.state === 'refused' && (
          <RowButton label={`Fix the receipt of ${unitsOf(write)} ${write.body.itemID}`} onClick={() => onMend(write)}>
            Fix
          </RowButton>
        )}
        <RowButton
          label={`Clear the ${write.kind} of ${unitsOf(write)} ${itemOf(write)}`}
          onClick={() => void forget(write.key)}
        >
          Clear
        </RowButton>
      </Group>
    ),
})

function itemOf(write: KeptWrite) {
  return write.kind === 'pick' ? write.shortID : write.body.itemID
}

function unitsOf(write: KeptWrite): number {
  return write.kind === 'count' ? write.body.counted : write.body.units
}

interface MendProps {
  readonly receipt: KeptReceipt
  readonly onClose: () => void
}

/** A receipt that was refused, to be changed and sent again: under a new key, as it is another one. */
function Mend({ receipt: { key: refused, body }, onClose }: MendProps) {
  const session = useSession()
  const typedNames: readonly string[] = Object.keys(receivedFields)
  const entries = Object.entries(body)
  const { itemID, wid, reference = null, line = null } = body
  const toRequest = (typed: ReceivedFields) => ({ ...typed, itemID, wid, reference, line })
  return (
    <FieldsForm
      verb="Send again"
      of={refused}
      fields={receivedFields}
      initial={Object.fromEntries(
        entries.filter(([name]) => typedNames.includes(name)).map(([name, value]) => [name, textOf(value)]),
      )}
      dryRun={(typed) => receive.dryRun(toRequest(typed))}
      send={async (typed, key, shown) => {
        const done = await receive.send(toRequest(typed), key, shown)
        await forget(refused)
        return done
      }}
      keep={async (typed, key) => {
        await keep({ kind: 'receipt', body: toRequest(typed) }, key, session)
        await forget(refused)
      }}
      showPlan={(dryRun) => <LotsPlan dryRun={{ ...dryRun, passedOver: [] }} />}
      showResult={showReceived}
      onClose={onClose}
      isCompact
    />
  )
}
