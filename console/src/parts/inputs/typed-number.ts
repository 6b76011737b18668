import { parseDecimal } from '../../fold/parse-decimal.ts'
import { readingsByPerson, toText, toTyped } from '../../fold/person-numbers.ts'

interface Reading {
  /** How it is read, if it is not written as the number is. */
  readonly reading?: string
  readonly fault?: string
  /** What it can be, if that is not one number. */
  readonly choices?: readonly number[]
}

/** What is shown beside a field of a number: how it is read, what is wrong with it, or what it can be. */
export function readingOf(typed: string): Reading {
  if (typed.trim() === '') return {}
  const [number, ...others] = readingsByPerson(typed)
  if (number === undefined) return { fault: `A number such as 1200, ${toText(0.5)} or 12*24+3, at most 6 decimals` }
  if (others.length > 0) return { fault: 'Choose the number you mean', choices: [number, ...others] }
  return typed.trim() === toTyped(number) ? {} : { reading: `Read as ${toText(number)}` }
}

/** The number that a person typed, pasted or calculated; undefined if the text is not a number, or can be read as two. */
export const parseTyped = parseDecimal
