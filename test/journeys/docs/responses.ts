import { parse } from 'csv-parse/sync'

/** A response as it stands between the fences of a page, or as a terminal shows it. */
export interface Answer {
  readonly language: string
  readonly text: string
}

/** The blocks that hold answers; others are commands, or programs to read. */
export const responseLanguages: ReadonlySet<string> = new Set(['json', 'csv', 'text'])

/** What the commands of a step have put out: JSON values, or a text in the language of the response that is printed. */
export function responsesIn(output: string, printed: readonly Answer[]): readonly Answer[] {
  const [language = 'json'] = printed.map((answer) => answer.language)
  const values = language === 'json' ? jsonValuesOf(output) : undefined
  if (values) return values.map((value) => ({ language, text: JSON.stringify(value) }))
  return [{ language: language === 'json' ? 'text' : language, text: output }]
}

/** What is compared: the value of JSON, the cells of CSV by their columns, any other text as it is. */
export function toComparable({ language, text }: Answer): unknown {
  if (language === 'json') return JSON.parse(text)
  return language === 'csv' ? parse(text, { columns: true, cast: toNumber, relaxColumnCount: true }) : text.trim()
}

const toNumber = (cell: string) => (/^\d+$/.test(cell) ? Number(cell) : cell)

/** The JSON values of a text in which they follow each other with or without blanks; undefined if it has anything else. */
export function jsonValuesOf(text: string): unknown[] | undefined {
  const values: unknown[] = []
  let rest = text.trim()
  while (rest !== '') {
    const end = endOfValue(rest)
    try {
      values.push(JSON.parse(rest.slice(0, end)))
    } catch {
      return undefined
    }
    rest = rest.slice(end).trim()
  }
  return values
}

function endOfValue(text: string): number {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if ('[{'.includes(token)) depth++
    if (']}'.includes(token) && --depth === 0) return index + 1
  }
  return text.length
}
