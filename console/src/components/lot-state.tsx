import { Badge } from '@mantine/core'
import { DAY_MS } from '../../../shared/day.ts'

const SOON_MS = 30 * DAY_MS

interface LotStateProps {
  readonly hold: boolean
  /** The moment from which it has expired. */
  readonly goodUntil: string | null
}

/** Whether a lot can be used: in words, colour only adds to them. */
export function LotState({ hold, goodUntil }: LotStateProps) {
  const ahead = goodUntil === null ? Number.POSITIVE_INFINITY : Date.parse(goodUntil) - Date.now()
  if (hold) return <StateBadge colour="var(--ink-warn)">On hold</StateBadge>
  if (ahead <= 0) return <StateBadge colour="var(--ink-bad)">Expired</StateBadge>
  if (ahead < SOON_MS) return <StateBadge colour="var(--ink-warn)">Expires soon</StateBadge>
  return 'Available'
}

export function StateBadge({ colour, children }: { readonly colour: string; readonly children: string }) {
  return (
    <Badge
      variant="outline"
      tt="none"
      fw={500}
      radius="sm"
      style={{ color: colour, borderColor: 'currentColor', minWidth: 'max-content' }}
    >
      {children}
    </Badge>
  )
}
