import { Button, Text } from '@mantine/core'
import { useSession } from '../../app/session-context.ts'
import { forget, isOf } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import type { KeptWrite } from '../../outbox/write-store.ts'
import { Quantity } from '../../parts/figures.tsx'
import { StateBadge } from '../../parts/lot-state.tsx'
import { ItemLink, LotLink, OrderLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Moment } from '../../parts/time.tsx'

/** Receipts that were kept without signal, each with what came of it. */
export function Outbox() {
  return (
    <Screen title="Kept receipts">
      <Text size="sm" c="dimmed">
        They go out by themselves, in this order, as soon as the service can be reached.
      </Text>
      <PlainTable
        label="Kept receipts"
        columns={columns}
        rows={useKeptWrites()}
        keyOf={({ key }) => key}
        empty="Nothing was kept on this device."
      />
    </Screen>
  )
}

function State({ receipt }: { readonly receipt: KeptWrite }) {
  const session = useSession()
  const { state, reason, recNo, actor, clientId } = receipt
  if (state === 'done')
    return (
      <>
        Done: lot <LotLink recNo={recNo ?? null} />
      </>
    )
  if (state === 'refused') return <StateBadge colour="var(--ink-bad)">{`Refused: ${reason}`}</StateBadge>
  return isOf(session, receipt) ? 'Waiting' : `Waiting for ${actor} (${clientId}) to sign in`
}

const columns: readonly Column<KeptWrite>[] = [
  { title: 'Kept', cell: ({ keptAt }) => <Moment at={keptAt} /> },
  { title: 'Item', cell: ({ body }) => <ItemLink shortID={body.itemID} /> },
  { title: 'Units', isNumber: true, cell: ({ body }) => <Quantity of={body.units} /> },
  { title: 'For', cell: ({ body }) => <OrderLink reference={body.reference ?? ''} line={body.line ?? null} /> },
  { title: 'State', isWide: true, cell: (receipt) => <State receipt={receipt} /> },
  {
    title: 'Clear',
    cell: ({ key, state, body }) =>
      state !== 'waiting' && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Clear the receipt of ${body.units} ${body.itemID}`}
          onClick={() => void forget(key)}
        >
          Clear
        </Button>
      ),
  },
]
