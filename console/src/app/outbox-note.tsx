import { useNetwork } from '@mantine/hooks'
import { useKeptReceipts, useOutbox } from '../outbox/use-outbox.ts'
import { RouteAnchor } from '../parts/links.tsx'
import { StateBadge } from '../parts/lot-state.tsx'

/** Whether there is signal, and how many receipts wait for it or were refused. */
export function OutboxNote() {
  useOutbox()
  const { online } = useNetwork()
  const receipts = useKeptReceipts()
  const [waiting, refused] = (['waiting', 'refused'] as const).map(
    (state) => receipts.filter((one) => one.state === state).length,
  )
  return (
    <output style={{ display: 'flex', gap: 8, alignItems: 'center', marginLeft: 'auto' }}>
      {!online && <StateBadge colour="var(--ink-warn)">No signal</StateBadge>}
      {receipts.length > 0 && (
        <RouteAnchor to="/outbox" size="sm">
          {waiting ? `${waiting} waiting` : refused ? `${refused} refused` : 'All sent'}
        </RouteAnchor>
      )}
    </output>
  )
}
