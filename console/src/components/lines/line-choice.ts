import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { toText } from '../../fold/person-numbers.ts'
import { choice } from '../forms/choices.tsx'
import type { Field } from '../forms/fields.tsx'

interface Line {
  readonly lineNo: number
  readonly shortID: string
  readonly units: number
}

/** One of the lines that an order has. */
export const lineChoice = (lines: readonly Line[]): Field<number> => {
  const options = lines.map(({ lineNo, shortID, units }) => ({
    value: String(lineNo),
    label: `${lineNo}. ${toText(units)} ${shortID}`,
  }))
  return choice('Line', () => options, Number)
}

/** Lines that are added to an order, with the numbers after its last one. */
export function numbered<Added extends OrderedLine>(added: readonly Added[], lines: readonly Line[]) {
  const last = Math.max(0, ...lines.map(({ lineNo }) => lineNo))
  return added.map((line, index) => ({ ...line, lineNo: last + index + 1 }))
}
