import type { Delimiter } from './delimiter.ts'

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
