import { useNetwork } from '@mantine/hooks'
import { RouteAnchor } from '../components/links.tsx'
import { StateBadge } from '../components/lot-state.tsx'
import { useKeptWrites, useOutbox } from '../outbox/use-outbox.ts'

/** Whether there is signal, and how many writes wait for it or were refused. */
export function OutboxNote() {
  useOutbox()
  const { online } = useNetwork()
  const writes = useKeptWrites()
  const [waiting = 0, refused = 0] = (['waiting', 'refused'] as const).map(
    (state) => writes.filter((one) => one.state === state).length,
  )
  const counts = [waiting > 0 && `${waiting} waiting`, refused > 0 && `${refused} refused`].filter(Boolean).join(', ')
  return (
    <output style={{ display: 'flex', gap: 8, alignItems: 'center', flexShrink: 0 }}>
      {!online && <StateBadge colour="var(--ink-warn)">No signal</StateBadge>}
      {writes.length > 0 && (
        <RouteAnchor to="/outbox" size="sm">
          {counts === '' ? 'All sent' : online ? counts : `Kept here: ${counts}`}
        </RouteAnchor>
      )}
    </output>
  )
}
