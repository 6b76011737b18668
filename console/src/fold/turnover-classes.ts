import { sum } from './decimal.ts'

export interface TurnoverClass {
  readonly title: string
  /** Percent of all issued cost that this class and those before it have. */
  readonly share: number
  /** Issued cost per average value. */
  readonly turnover: number
}

/** The classes in the rows of a turnover report, A first. */
export function toTurnoverClasses(rows: readonly Readonly<Record<string, unknown>>[]): TurnoverClass[] {
  const totalOf = (some: typeof rows, column: string) => sum(some.map((row) => Number(row[column] ?? 0)))
  const classOf = (row: (typeof rows)[number]) => String(row.class ?? '')
  const total = totalOf(rows, 'issuedCost')
  return [...new Set(rows.map(classOf))].toSorted().map((name) => {
    const [ofClass, upTo] = [rows.filter((row) => classOf(row) === name), rows.filter((row) => classOf(row) <= name)]
    const [issued, value] = [totalOf(ofClass, 'issuedCost'), totalOf(ofClass, 'averageValue')]
    return {
      title: `${name || 'No class'}: ${ofClass.length} ${ofClass.length === 1 ? 'item' : 'items'}`,
      share: total === 0 ? 0 : Math.round((totalOf(upTo, 'issuedCost') / total) * 1_000) / 10,
      turnover: value === 0 ? 0 : Math.round((issued / value) * 100) / 100,
    }
  })
}
