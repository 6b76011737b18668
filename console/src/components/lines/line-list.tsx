import { Stack } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { readCode, type Said, type SaidByCode } from '../../api/search.ts'
import { useIsPhone } from '../../device/use-is-phone.ts'
import type { FieldsFormProps } from '../forms/fields-form.tsx'
import { useHasDraft } from '../forms/use-draft.ts'
import { ScanForm } from '../scans/scan-form.tsx'

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
          isUnfinished={isUnfinished}
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

/** What is scanned is the item of a line. */
export interface Scanned {
  readonly lineNo: number
  readonly shortID: string
}

interface ScanProps<Line> extends Pick<LineListProps<Line>, 'lines' | 'isUnfinished'> {
  /** Also gets what the code says of the fields of the line's form. */
  readonly onFound: (lineNo: number, said: SaidByCode) => void
}

const NAME_ALONE: Said = { texts: {}, sources: new Map(), isKnown: true }

/** A scanner types a SKU, an alias or a code, and Enter: the first open line of that item opens. */
function Scan<Line extends Scanned>({ lines, isUnfinished, onFound }: ScanProps<Line>) {
  const lineOf = (name = '') => {
    const matching = lines.filter(({ shortID }) => shortID.toLowerCase() === name.trim().toLowerCase())
    return matching.find(isUnfinished) ?? matching[0]
  }
  const find = async (code: string, isNewest: () => boolean) => {
    const own = lineOf(code)
    const said = own ? NAME_ALONE : await readCode(code)
    if (!isNewest()) return undefined
    if ('refusal' in said) return said.refusal
    const line = own ?? lineOf(said.texts.itemID)
    const unknown = said.isKnown ? 'No line for' : 'Offline: no line found for'
    if (!line) return `${unknown} “${said.texts.itemID ?? code}”.`
    onFound(line.lineNo, said)
    return undefined
  }
  return <ScanForm label="Scan or type an item" take={find} />
}
