import { UnreadableSheet } from './encoding.ts'

/** What separates the cells of a row. */
export type Delimiter = ',' | ';' | '\t'

/** What separates the cells of a text, and whether its first line says so (`sep=;`). */
export interface Separation {
  readonly delimiter: Delimiter
  readonly isStated: boolean
}

export const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }
const delimiters: readonly Delimiter[] = ['\t', ';', ',']

/** The line `sep=;` with which a file tells spreadsheets what separates its cells. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([,;\t])"?\s*$/i

export const isSeparatorLine = (row: string): boolean => SEPARATOR_LINE.test(row)

/** What is in a row outside of cells in quotes. */
const outsideOfQuotes = (row: string) => row.replaceAll(/(?<=^|[,;\t]) *"(?:[^"]|"")*" *(?=[,;\t]|$)/g, '')

/** What may separate the cells of a row: tabs before semicolons before commas. */
export const delimitersIn = (row: string): readonly Delimiter[] => among(outsideOfQuotes(row))

const among = (text: string) => delimiters.filter((one) => text.includes(one))

/**
 * The character that separates the cells of a text. The line `sep=` names it. Without that line, it is the separator of the
 * first row that has one; a comma between two digits counts only if no other separator is in the row. Throws
 * `UnreadableSheet` if a row has two separators (docs/decisions/operations.md#89).
 */
export function findDelimiter(text: string): Separation {
  const rows = text.split(/\r\n|\r|\n/)
  const stated = delimiters.find((one) => one === SEPARATOR_LINE.exec(rows[0] ?? '')?.[1])
  if (stated) return { delimiter: stated, isStated: true }
  const first = rows.find((row) => !isBlankRow(row) && delimitersIn(row).length > 0) ?? ''
  const [delimiter = ',', second] = among(outsideOfQuotes(first).replaceAll(/(?<=\d),(?=\d)/g, ''))
  if (second)
    throw new UnreadableSheet(
      `A row has ${DELIMITER_NAMES[delimiter]} and ${DELIMITER_NAMES[second]}: ` +
        `which of them separate cells? Say it in a first line such as sep=${second}`,
    )
  return { delimiter, isStated: false }
}

/** Whether a row has nothing but separators and spaces. */
export const isBlankRow = (row: string): boolean => /^[\s,;]*$/.test(row)
