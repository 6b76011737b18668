import { UnreadableSheet } from '../../shared/sheets/encoding.ts'

/** The sign before the decimals of a file's numbers. */
export type DecimalSign = '.' | ','

const NAMES: Readonly<Record<DecimalSign, string>> = { '.': 'point', ',': 'comma' }
const other = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.')

/** A thousand to some and one to others. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/
const DECIMAL = /^[+-]?(?:\d+|\d{1,3}(?:([.,])\d{3})+)([.,])\d+$/
const GROUPED = /^[+-]?\d{1,3}(?:([.,])\d{3}){2,}$/

/** The sign that a number has before its decimals; undefined if it has none, or may be read in two ways. */
function signIn(text: string): DecimalSign | undefined {
  if (AMBIGUOUS.test(text)) return undefined
  const [, groups] = GROUPED.exec(text) ?? []
  if (groups !== undefined) return other(groups === '.' ? '.' : ',')
  const [, group, sign] = DECIMAL.exec(text) ?? []
  if (sign === undefined || group === sign) return undefined
  return sign === '.' ? '.' : ','
}

interface Seen {
  readonly line: number
  readonly text: string
}

/**
 * Finds out what decides how the numbers of a file are read. With `usual`, numbers that may be read in two ways are read by
 * that sign unless others contradict (docs/decisions/operations.md#89).
 */
export function createDecimalCheck(usual: DecimalSign | undefined) {
  const decided = new Map<DecimalSign, Seen>()
  const ambiguous = new Map<DecimalSign, Seen>()
  return {
    add(cell: string, line: number) {
      const text = cell.trim()
      const sign = signIn(text)
      const inTwoWays = AMBIGUOUS.exec(text)?.[1]
      if (sign && !decided.has(sign)) decided.set(sign, { line, text })
      if (inTwoWays === '.' || inTwoWays === ',') ambiguous.set(inTwoWays, ambiguous.get(inTwoWays) ?? { line, text })
    },
    /** Throws `UnreadableSheet` if numbers contradict each other, or if all may be read in two ways. */
    end(): DecimalSign {
      const [one, another] = [decided.get('.'), decided.get(',')]
      if (one && another)
        throw new UnreadableSheet(
          `Line ${one.line} has a decimal point (${one.text}), line ${another.line} a decimal comma (${another.text}).`,
        )
      const sign = one ? '.' : another ? ',' : undefined
      const unclear = [...ambiguous].find(([seen]) => sign === undefined && seen !== usual)
      if (unclear)
        throw new UnreadableSheet(
          `Line ${unclear[1].line}: ${unclear[1].text} may be read with a decimal ${NAMES[unclear[0]]} or with thousands, ` +
            'and no other number of the file says which.',
        )
      return sign ?? '.'
    },
  }
}

/** The number with a decimal point and without thousands; what is no number stays as it is, and is refused later. */
export function toPlainNumber(cell: string, sign: DecimalSign): string {
  const text = cell.trim()
  const group = other(sign)
  const isNumber = new RegExp(`^[+-]?(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${sign}\\d+)?$`).test(text)
  return isNumber ? text.replaceAll(group, '').replace(sign, '.') : cell
}
