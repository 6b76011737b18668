import { Stack } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { Scan, type Scanned } from './scan.tsx'

/** Whether a line's form is shown, and what shows or hides it. */
export interface Toggle {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** What the scan that opened it says of its fields. */
  readonly said?: Readonly<Record<string, string>>
}

interface LineListProps<Line> {
  readonly lines: readonly Line[]
  /** Whether something is still to be done with a line. */
  readonly isUnfinished: (line: Line) => boolean
  /** Absent: lines are found by a scan, too. */
  readonly hasScan?: boolean
  readonly children: (line: Line, toggle: Toggle) => ReactNode
}

/** The lines of an order or slip, for a phone first: the form of one of them is open. */
export function LineList<Line extends Scanned>(props: LineListProps<Line>) {
  const { lines, isUnfinished, hasScan = true, children } = props
  const [open, setOpen] = useState<number>()
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({})
  const toggleOf = ({ lineNo }: Line): Toggle => ({
    isOpen: open === lineNo,
    onToggle: () => {
      setSaid({})
      setOpen(open === lineNo ? undefined : lineNo)
    },
    said,
  })
  return (
    <>
      {hasScan && (
        <Scan
          lines={lines}
          isOpen={isUnfinished}
          onFound={(lineNo, texts) => {
            setSaid(texts)
            setOpen(lineNo)
          }}
        />
      )}
      <Stack gap="xs" maw={720}>
        {lines.map((line) => (
          <Fragment key={line.lineNo}>{children(line, toggleOf(line))}</Fragment>
        ))}
      </Stack>
    </>
  )
}
