import { Group } from '@mantine/core'
import { isLate } from '../fold/days.ts'
import { StateBadge } from './lot-state.tsx'
import { Day } from './time.tsx'

/** A day by which something is to be done; it says so when that day has passed. */
export function Due({ at, isOpen = true }: { readonly at: string | null; readonly isOpen?: boolean }) {
  if (at === null) return 'No date'
  return (
    <Group gap={6} wrap="nowrap">
      <Day at={at} />
      {isOpen && isLate(at) && <StateBadge colour="var(--ink-bad)">Late</StateBadge>}
    </Group>
  )
}
