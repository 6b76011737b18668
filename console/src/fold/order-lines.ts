import { parseDecimal } from './parse-decimal.ts'

export interface OrderedLine {
  readonly itemID: string
  readonly units: number
}

/** Lines as a text, each in a line of its own: `40 BOLT-M6-30`. */
export const toText = (lines: readonly OrderedLine[]): string =>
  lines.map(({ itemID, units }) => `${units} ${itemID}`).join('\n')

/** What `toText` made of lines. */
export function toLines(text: string): OrderedLine[] | undefined {
  const lines = text.split('\n').flatMap((line) => {
    const [typed = '', ...itemID] = line.split(' ')
    const units = parseDecimal(typed)
    return units === undefined ? [] : [{ itemID: itemID.join(' '), units }]
  })
  return lines.length === 0 ? undefined : lines
}
