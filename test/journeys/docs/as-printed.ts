/** Stands for what a page leaves out: a value, the end of a text or of a list, or, as a field, the other fields of an object. */
const LEFT_OUT = '…'

/** Numbers that the system assigns; those of one kind are the same wherever they stand. */
const ASSIGNED: Readonly<Record<string, string>> = {
  recNo: 'lot',
  fromRecNo: 'lot',
  transactionNo: 'transaction',
  partNo: 'item',
  reservationID: 'reservation',
  since: 'position',
  next: 'position',
  sequence: 'position',
  durationMs: 'duration',
}

/** Dates and moments, numbers of documents with their year, UUIDs, digests, and secrets. */
const VARYING =
  /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|[A-Z]{2}-\d{4}-\d{6}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{64}\b|\b[\w-]{43}\b/g

/** What to print for a number, a date or an id that differs from run to run. */
type Meaning = <T>(kind: string, answer: T, printed: T) => T

/** Gives answers with the page's numbers, dates and ids. The same printed one has to mean the same in all of them. */
export function createReader() {
  const meant = new Map<string, unknown>()
  return reader((kind, answer, printed) => {
    const name = `${kind} ${printed}`
    if (!meant.has(name)) meant.set(name, answer)
    return meant.get(name) === answer ? printed : answer
  })
}

/** Gives a response as it is, shortened where the page shortens it. */
export const shortened = reader((_, answer) => answer)

function reader(meaning: Meaning) {
  const read = (answer: unknown, printed: unknown, field = ''): unknown => {
    if (printed === LEFT_OUT) return LEFT_OUT
    if (Array.isArray(answer)) return readList(answer, Array.isArray(printed) ? printed : [])
    if (isObject(answer)) return readObject(answer, isObject(printed) ? printed : {})
    if (typeof answer === 'string' && typeof printed === 'string') return readText(answer, printed)
    const kind = ASSIGNED[field]
    return kind !== undefined && typeof answer === 'number' && typeof printed === 'number'
      ? meaning(kind, answer, printed)
      : answer
  }

  const readList = (answer: readonly unknown[], printed: readonly unknown[]): unknown[] => {
    const isCut = printed.at(-1) === LEFT_OUT && answer.length >= printed.length
    const shown = isCut ? answer.slice(0, printed.length - 1) : answer
    return [...shown.map((one, index) => read(one, printed[index])), ...(isCut ? [LEFT_OUT] : [])]
  }

  const readObject = (answer: Fields, printed: Fields): Fields => {
    const isCut = LEFT_OUT in printed && Object.keys(answer).some((name) => !(name in printed))
    const shown = Object.entries(answer).filter(([name]) => !isCut || name in printed)
    const fields = shown.map(([name, value]): [string, unknown] => [name, read(value, printed[name], name)])
    return Object.fromEntries(isCut ? [...fields, [LEFT_OUT, LEFT_OUT]] : fields)
  }

  const readText = (answer: string, printed: string): string => {
    if (printed.endsWith(LEFT_OUT) && answer.startsWith(printed.slice(0, -LEFT_OUT.length))) return printed
    const inPage = [...printed.matchAll(VARYING)].map(([text]) => text)
    let index = 0
    return answer.replaceAll(VARYING, (text) => {
      const shown = inPage[index++]
      return shown !== undefined && patternOf(shown) === patternOf(text) ? meaning('text', text, shown) : text
    })
  }

  return read
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** What a date or a number of a document looks like; of digests and secrets, nothing but the length. */
const patternOf = (text: string) => (text.length >= 43 ? String(text.length) : text.replaceAll(/[\da-f]/g, '0'))
