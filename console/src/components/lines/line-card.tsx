import { Group, Paper, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Quantity } from '../figures.tsx'
import { ItemLink } from '../record-links.tsx'
import type { Scanned } from './line-list.tsx'

interface LineCardProps {
  readonly line: Scanned
  /** Stands below the item. */
  readonly note: ReactNode
  /** What is to be done with so many units: `open`. */
  readonly open: string
  readonly openUnits: number
  /** How many of all units are done. */
  readonly progress?: { readonly name: string; readonly done: number; readonly all: number }
  readonly children: ReactNode
}

/** A line of an order or slip, for a phone first. */
export function LineCard({ line: { lineNo, shortID }, note, open, openUnits, progress, children }: LineCardProps) {
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
            <Quantity of={openUnits} /> {open}
          </Text>
          {progress && (
            <Text size="xs" c="dimmed">
              <Quantity of={progress.done} /> of <Quantity of={progress.all} /> {progress.name.toLowerCase()}
            </Text>
          )}
        </div>
      </Group>
      {progress && (
        <Progress
          value={progress.all === 0 ? 0 : Math.min(100, (progress.done / progress.all) * 100)}
          size="xs"
          my={8}
          aria-label={`${progress.name} of line ${lineNo}`}
        />
      )}
      {children}
    </Paper>
  )
}
