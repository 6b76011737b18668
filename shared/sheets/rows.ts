import type { Delimiter, Separation } from './delimiter.ts'

/** A row of a text: its cells, or why it has none. */
export interface TextRow {
  /** Line of the text on which the row begins; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly fault?: string
}

/** Most characters of a row; without a limit, a quote that is never closed reads the rest of a file into memory. */
const MAX_ROW_LENGTH = 100_000

const NOT_CLOSED = 'A quote is opened and never closed.'
const TOO_LONG = `The row is longer than ${MAX_ROW_LENGTH} characters: is a quote missing?`

/**
 * Reads the parts of a text, one after the other; without a part, its end. Returns the rows that are then complete, without
 * those whose cells are all empty. Quotes are those of RFC 4180, with spaces around them or not; a quote inside a cell is
 * text. A row that cannot be read ends with its first line (docs/decisions/operations.md#89).
 */
export function createRowReader({ delimiter, isStated }: Separation): (part?: string) => TextRow[] {
  const inQuotes = / *"[^"]*(?:""[^"]*)*"(?!") */y
  const plain = new RegExp(`[^${delimiter}\r\n]*`, 'y')
  let text = ''
  let line = 1
  /** Whether what is left of the line belongs to no row. */
  let skipsLine = isStated
  /** Half of a line end, perhaps. */
  let held = ''

  /** The row that begins at `start`, and where it ends; the end of the text may cut it off. */
  const rowAt = (start: number) => {
    const cells: string[] = []
    let end = start - 1
    do {
      const quoted = matchAt(inQuotes, text, end + 1)
      const rest = matchAt(plain, text, end + 1 + quoted.length)
      end += 1 + quoted.length + rest.length
      if (quoted === '' && /^ *"/.test(rest)) return { end: text.length, cells, fault: NOT_CLOSED }
      if (rest !== '' && countLineEnds(quoted) > 0) return { end, cells, fault: NOT_CLOSED }
      cells.push(fromCell(rest === '' ? unquote(quoted) : quoted + rest).trim())
    } while (text[end] === delimiter)
    return { end, cells }
  }

  return (part) => {
    const more = held + (part ?? '')
    held = part !== undefined && more.endsWith('\r') ? '\r' : ''
    text += more.slice(0, more.length - held.length)
    const rows: TextRow[] = []
    let start = 0
    while (start < text.length) {
      if (!skipsLine) {
        const { end, cells, fault } = rowAt(start)
        const isTooLong = end - start > MAX_ROW_LENGTH
        if (end === text.length && part !== undefined && !isTooLong) break
        if (isTooLong || fault) rows.push({ line, cells: [], fault: isTooLong ? TOO_LONG : NOT_CLOSED })
        else {
          if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
          line += countLineEnds(text.slice(start, end))
          start = end
        }
      }
      const lineEnd = /\r\n|\r|\n/g
      lineEnd.lastIndex = start
      skipsLine = !lineEnd.test(text)
      start = skipsLine ? text.length : lineEnd.lastIndex
      if (!skipsLine) line++
    }
    text = text.slice(start)
    return rows
  }
}

/** The row of a text that is one line; undefined if it has none. */
export function readLine(text: string, delimiter: Delimiter): TextRow | undefined {
  const read = createRowReader({ delimiter, isStated: false })
  const [row] = [...read(text), ...read()]
  return row
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const unquote = (quoted: string) => quoted.trim().slice(1, -1).replaceAll('""', '"')
const countLineEnds = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

/**
 * A cell for a text (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
 * injection), and so does text that begins with one, so that `fromCell` finds what it was.
 */
export function toTextCell(text: string, delimiter: Delimiter): string {
  const harmless = /^[=+\-@\t\r']/.test(text) ? `'${text}` : text
  const isPlain = !/["\r\n]/.test(harmless) && !harmless.includes(delimiter)
  return isPlain ? harmless : `"${harmless.replaceAll('"', '""')}"`
}

/** The text that a cell stands for. */
export const fromCell = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r'])/, '')
