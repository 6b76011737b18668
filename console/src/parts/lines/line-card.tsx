import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ItemLink } from '../record-links.tsx'

interface LineCardProps {
  readonly line: { readonly lineNo: number; readonly shortID: string }
  /** Stands below the item. */
  readonly note: ReactNode
  /** What is open of the line. */
  readonly open: ReactNode
  /** Stands below what is open. */
  readonly of?: ReactNode
  readonly children: ReactNode
}

/** A line of an order or slip, for a phone first. */
export function LineCard({ line: { lineNo, shortID }, note, open, of, children }: LineCardProps) {
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-label={`Line ${lineNo}, ${shortID}`}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text size="sm">
            <Text span c="dimmed" size="sm">
              {lineNo}.
            </Text>{' '}
            <ItemLink shortID={shortID} />
          </Text>
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        </div>
        <div style={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
          <Text size="sm" fw={600}>
            {open}
          </Text>
          <Text size="xs" c="dimmed">
            {of}
          </Text>
        </div>
      </Group>
      {children}
    </Paper>
  )
}
