import { Stack } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useIsPhone } from '../../device/use-is-phone.ts'
import type { FieldsFormProps } from '../forms/fields-form.tsx'
import { useHasDraft } from '../forms/use-draft.ts'
import { Scan, type Scanned } from './scan.tsx'

/** How the form of a line was opened: by a click, by a scan with what it says of the fields, or with the page. */
export type Opening = Pick<
  FieldsFormProps<object, unknown, unknown>,
  'scanned' | 'sources' | 'isAskedFor' | 'takesFocus'
>

/** Whether a line's form is shown, and what shows or hides it. */
export interface Toggle {
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly opened: Opening
}

interface LineListProps<Line> {
  readonly lines: readonly Line[]
  /** Whether something is still to be done with a line. */
  readonly isUnfinished: (line: Line) => boolean
  /** Absent: lines are found by a scan, too. */
  readonly hasScan?: boolean
  /** What the forms of a line do. */
  readonly verbs: readonly string[]
  /** On a phone the form of the first unfinished line is open from the beginning. */
  readonly opensFirst?: boolean
  readonly children: (line: Line, toggle: Toggle) => ReactNode
}

interface Opened extends Opening {
  readonly lineNo: number | undefined
  /** A scan fills the form anew, even if it is open. */
  readonly scans: number
}

/** The lines of an order or slip, for a phone first: the form of one of them is open. */
export function LineList<Line extends Scanned>(props: LineListProps<Line>) {
  const { lines, isUnfinished, hasScan = true, verbs, opensFirst = false, children } = props
  const hasDraft = useHasDraft()
  const isPhone = useIsPhone()
  const [{ lineNo: open, scans, ...opened }, setOpened] = useState<Opened>(() => {
    const begun = lines.find(({ lineNo }) => verbs.some((verb) => hasDraft(verb, lineNo)))
    const first = begun ?? (opensFirst && isPhone ? lines.find(isUnfinished) : undefined)
    // A scanner types into the field above the lines.
    return { lineNo: first?.lineNo, scans: 0, takesFocus: false }
  })
  const toggleOf = ({ lineNo }: Line): Toggle => ({
    isOpen: open === lineNo,
    onToggle: () => setOpened({ lineNo: open === lineNo ? undefined : lineNo, scans, isAskedFor: true }),
    opened,
  })
  return (
    <>
      {hasScan && (
        <Scan
          lines={lines}
          isOpen={isUnfinished}
          onFound={(lineNo, { texts, sources }) =>
            setOpened({ lineNo, scans: scans + 1, scanned: texts, sources, isAskedFor: true })
          }
        />
      )}
      <Stack gap="xs" maw={720}>
        {lines.map((line) => (
          <Fragment key={open === line.lineNo && opened.scanned ? `${line.lineNo} ${scans}` : line.lineNo}>
            {children(line, toggleOf(line))}
          </Fragment>
        ))}
      </Stack>
    </>
  )
}
