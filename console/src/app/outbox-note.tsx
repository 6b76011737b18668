import { useNetwork } from '@mantine/hooks'
import { useKeptWrites, useOutbox } from '../outbox/use-outbox.ts'
import { RouteAnchor } from '../parts/links.tsx'
import { StateBadge } from '../parts/lot-state.tsx'

/** Whether there is signal, and how many writes wait for it or were refused. */
export function OutboxNote() {
  useOutbox()
  const { online } = useNetwork()
  const writes = useKeptWrites()
  const [waiting, refused] = (['waiting', 'refused'] as const).map(
    (state) => writes.filter((one) => one.state === state).length,
  )
  return (
    <output style={{ display: 'flex', gap: 8, alignItems: 'center', marginLeft: 'auto' }}>
      {!online && <StateBadge colour="var(--ink-warn)">No signal</StateBadge>}
      {writes.length > 0 && (
        <RouteAnchor to="/outbox" size="sm">
          {waiting ? `${waiting} waiting` : refused ? `${refused} refused` : 'All sent'}
        </RouteAnchor>
      )}
    </output>
  )
}
