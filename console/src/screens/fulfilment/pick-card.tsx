import { Group, Paper, Text } from '@mantine/core'
import type { ListedPick } from '../../api/documents.ts'
import { Quantity } from '../../components/figures.tsx'
import { StateBadge } from '../../components/lot-state.tsx'
import type { KeptWrite } from '../../outbox/outbox.ts'

interface PickCardProps {
  readonly pick: ListedPick
  readonly confirmed: Pick<KeptWrite, 'state' | 'reason'> | undefined
  readonly isLeftOut: boolean
}

/** A pick of the round that is not the current one. */
export function PickCard({ pick, ...state }: PickCardProps) {
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
  if (!confirmed) return isLeftOut && <StateBadge colour="var(--ink-warn)">Left out</StateBadge>
  if (confirmed.state === 'waiting') return <StateBadge colour="var(--ink-warn)">Waits to be sent</StateBadge>
  if (confirmed.state === 'done') return <StateBadge colour="var(--ink-good)">Picked</StateBadge>
  return (
    <Text size="sm" c="var(--ink-bad)" role="alert">
      Refused: {confirmed.reason} A fresh list has what is to be picked instead.
    </Text>
  )
}
