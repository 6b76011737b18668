import { readCode, type Said, type SaidByCode } from '../../api/stock/scanned-items.ts'
import { ScanForm } from '../scans/scan-form.tsx'

/** What is scanned is the item of a line. */
export interface Scanned {
  readonly lineNo: number
  readonly shortID: string
}

interface ScanProps<Line> {
  readonly lines: readonly Line[]
  /** Whether something is still to be done with a line. */
  readonly isOpen: (line: Line) => boolean
  /** Also gets what the code says of the fields of the line's form. */
  readonly onFound: (lineNo: number, said: SaidByCode) => void
}

const NAME_ALONE: Said = { texts: {}, sources: new Map(), isKnown: true }

/** A scanner types a SKU, an alias or a code, and Enter: the first open line of that item opens. */
export function Scan<Line extends Scanned>(props: ScanProps<Line>) {
  const { lines, isOpen, onFound } = props
  const lineOf = (name = '') => {
    const matching = lines.filter(({ shortID }) => shortID.toLowerCase() === name.trim().toLowerCase())
    return matching.find(isOpen) ?? matching[0]
  }
  const find = async (code: string, isNewest: () => boolean) => {
    const own = lineOf(code)
    const said = own ? NAME_ALONE : await readCode(code)
    if (!isNewest()) return undefined
    if ('refusal' in said) return said.refusal
    const line = own ?? lineOf(said.texts.itemID)
    const unknown = said.isKnown ? 'No line is of' : 'Without signal no line is found of'
    if (!line) return `${unknown} “${said.texts.itemID ?? code}”.`
    onFound(line.lineNo, said)
    return undefined
  }
  return <ScanForm label="Scan or type an item" take={find} />
}
