import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListedPick, shipmentLines, type UnpickedLine } from '../../api/documents.ts'
import { useMay } from '../../api/session-context.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Quantity } from '../../components/figures.tsx'
import { StateBadge } from '../../components/lot-state.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { toText } from '../../fold/person-numbers.ts'
import type { KeptWrite } from '../../outbox/outbox.ts'
import { useAreWritesLoaded } from '../../outbox/use-outbox.ts'
import { CurrentPick } from './current-pick.tsx'
import { ShipmentLink } from './fulfilment.tsx'
import { Steps } from './shipment-steps.tsx'
import { useRound } from './use-round.ts'

const route = getRouteApi('/pick')

/** One round through the bins from which orders are packed, for a phone first: scan the spot, then the item. */
export function Pick() {
  const { orders = '' } = route.useSearch()
  // A pick that waits is not to be offered again.
  if (!useAreWritesLoaded()) return <Skeleton height={240} role="status" aria-label="Loading" />
  return <Round key={orders} orders={orders} />
}

const nameOf = ({ soNo, lineNo, recNo }: ListedPick) => `${soNo} ${lineNo} ${recNo}`

function Round({ orders }: { readonly orders: string }) {
  const mayPack = useMay('writeShippingOrders')
  const { list, round, isWaiting, take, error } = useRound(orders)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const open = round.filter(({ confirmed }) => !confirmed).map(({ pick }) => pick)
  const isLeftOut = (pick: ListedPick) => leftOut.includes(nameOf(pick))
  const current = mayPack ? (open.find((pick) => !isLeftOut(pick)) ?? open[0]) : undefined
  const rest = round.filter(({ pick }) => pick !== current)
  return (
    <Screen
      title="Pick"
      aside={
        <Button size="xs" variant="default" disabled={isWaiting} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      }
    >
      {error && <ErrorNote error={error} />}
      {list.data && list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      <Loaded query={list} height={240}>
        {({ orders: named, unpicked }) => (
          <>
            <Text size="sm" role="status">
              {progressOf(round.length, open.length, isWaiting)}
            </Text>
            {current && (
              <CurrentPick
                key={list.dataUpdatedAt}
                pick={current}
                onPicked={(units, fewer) => take({ pick: current, units, ...(fewer !== undefined && { fewer }) })}
                onLeaveOut={
                  open.length > 1
                    ? () => setLeftOut([...without(leftOut, nameOf(current)), nameOf(current)])
                    : undefined
                }
              />
            )}
            {unpicked.length > 0 && (
              <Section title="Cannot be picked">
                <Unpicked rows={unpicked} />
              </Section>
            )}
            {rest.map(({ pick, confirmed }) => (
              <PickCard key={nameOf(pick)} pick={pick} confirmed={confirmed} isLeftOut={isLeftOut(pick)} />
            ))}
            {mayPack &&
              open.length === 0 &&
              !isWaiting &&
              named.map(({ soNo }) => <ShipPicked key={soNo} soNo={soNo} />)}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function progressOf(all: number, open: number, isWaiting: boolean): string {
  if (all === 0) return 'Nothing to pick'
  return `${toText(all - open)} of ${toText(all)} picked${isWaiting ? ', some not sent yet' : ''}.`
}

const without = (names: readonly string[], name: string) => names.filter((one) => one !== name)

const Unpicked = plainTable<UnpickedLine>('Cannot be picked', 'No lines', ({ soNo, lineNo }) => `${soNo} ${lineNo}`, [
  { title: 'Order', cell: ({ soNo }) => <ShipmentLink soNo={soNo} /> },
  column.item('Item', 'shortID'),
  column.quantity('Units', 'units'),
  {
    title: 'Why',
    isWide: true,
    cell: ({ lots }) =>
      lots.map(({ recNo, reason }) => `Lot ${recNo} is ${reason}`).join('; ') || 'Reserved or packed for other orders',
  },
])

interface PickCardProps {
  readonly pick: ListedPick
  readonly confirmed: Pick<KeptWrite, 'state' | 'reason'> | undefined
  readonly isLeftOut: boolean
}

/** A pick of the round that is not the current one. */
function PickCard({ pick, ...state }: PickCardProps) {
  const { soNo, shortID, spot, units } = pick
  return (
    <Paper
      withBorder
      p="xs"
      radius="md"
      maw={720}
      component="section"
      aria-label={`${shortID} at ${spot || 'no spot'}, ${soNo}`}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <b>{spot || 'No spot'}</b> <Quantity of={units} /> {shortID}
        </Text>
        <Text size="xs" c="dimmed">
          {soNo}
        </Text>
      </Group>
      <State {...state} />
    </Paper>
  )
}

function State({ confirmed, isLeftOut }: Omit<PickCardProps, 'pick'>) {
  if (!confirmed) return isLeftOut && <StateBadge colour="var(--ink-warn)">Skipped</StateBadge>
  if (confirmed.state === 'waiting') return <StateBadge colour="var(--ink-warn)">Not sent yet</StateBadge>
  if (confirmed.state === 'done') return <StateBadge colour="var(--ink-good)">Picked</StateBadge>
  return (
    <Text size="sm" c="var(--ink-bad)" role="alert">
      Refused: {confirmed.reason} Refresh to see what to pick instead.
    </Text>
  )
}

/** What comes after an order was picked: as a rule it is shipped. */
function ShipPicked({ soNo }: { readonly soNo: string }) {
  const lines = useQuery({ ...shipmentLines({ soNo }), staleTime: 0 })
  return (
    <section aria-label={soNo}>
      <ShipmentLink soNo={soNo} />
      {/* What was read before the last pick still had it to be packed. */}
      {lines.isFetchedAfterMount && (
        <Loaded query={lines} height={120}>
          {({ value }) => <Steps soNo={soNo} lines={value} isOnlyOneOpen />}
        </Loaded>
      )}
    </section>
  )
}
