import { Text } from '@mantine/core'
import { useSession } from '../../api/access/session-context.ts'
import { forget, isOf } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import type { KeptWrite } from '../../outbox/write-store.ts'
import { Quantity } from '../../parts/figures.tsx'
import { StateBadge } from '../../parts/lot-state.tsx'
import { LotLink, OrderLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { plainTable } from '../../parts/tables/plain-table.tsx'
import { RowButton } from '../../parts/tables/row-button.tsx'

/** What was received, picked and counted without signal, each with what came of it. */
export function Outbox() {
  return (
    <Screen title="Kept on this device">
      <Text size="sm" c="dimmed">
        They go out by themselves, in this order, as soon as the service can be reached.
      </Text>
      <KeptWrites rows={useKeptWrites()} />
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
  if (state === 'refused') return <StateBadge colour="var(--ink-bad)">{`Refused: ${reason}`}</StateBadge>
  return isOf(session, write) ? 'Waiting' : `Waiting for ${actor} (${clientId}) to sign in`
}

const KINDS: Readonly<Record<KeptWrite['kind'], string>> = { receipt: 'Receipt', count: 'Count', pick: 'Pick' }

function For({ write }: { readonly write: KeptWrite }) {
  if (write.kind === 'count') return `${write.countNo} ${write.body.spot ?? ''}`
  if (write.kind === 'pick') return <OrderLink reference={write.soNo} line={write.body.lineNo} isShipment />
  return <OrderLink reference={write.body.reference ?? ''} line={write.body.line ?? null} />
}

const KeptWrites = plainTable<KeptWrite>('Kept on this device', 'Nothing was kept on this device.', ({ key }) => key, [
  column.moment('Kept', 'keptAt'),
  { title: 'What', cell: ({ kind }) => KINDS[kind] },
  { title: 'Item', cell: itemOf },
  { title: 'Units', isNumber: true, cell: (write) => <Quantity of={unitsOf(write)} /> },
  { title: 'For', cell: (write) => <For write={write} /> },
  { title: 'State', isWide: true, cell: (write) => <State write={write} /> },
  {
    title: 'Clear',
    cell: (write) =>
      write.state !== 'waiting' && (
        <RowButton
          label={`Clear the ${write.kind} of ${unitsOf(write)} ${itemOf(write)}`}
          onClick={() => void forget(write.key)}
        >
          Clear
        </RowButton>
      ),
  },
])

function itemOf(write: KeptWrite) {
  return write.kind === 'pick' ? write.shortID : write.body.itemID
}

function unitsOf(write: KeptWrite): number {
  return write.kind === 'count' ? write.body.counted : write.body.units
}
