import { Group } from '@mantine/core'
import type { Entry } from '../../api/stock/ledger.ts'
import { StateBadge } from '../lot-state.tsx'
import { TransactionLink } from '../record-links.tsx'

/** What an entry of the ledger did, whether it was taken back, and what it took back. */
export function EntryType({ of: { type, reverses, reversedBy } }: { readonly of: Entry }) {
  return (
    <Group gap={6} wrap="nowrap">
      {type}
      {reversedBy !== undefined && <StateBadge colour="var(--ink-warn)">Reversed</StateBadge>}
      {reverses !== null && <TransactionLink of={reverses} />}
    </Group>
  )
}
