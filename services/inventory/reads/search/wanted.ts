import { itemNamesIn } from '../../../../shared/contract/core/scans.ts'
import { readScan } from '../../../../shared/scan/read-scan.ts'

/** What a search looks for. */
export interface Wanted {
  /** Names that an item may have. */
  readonly names: readonly string[]
  /** What was typed; absent if a code names fields. */
  readonly text: string | undefined
  /** Serial and lot numbers that a code names, of the item that it names. */
  readonly serials: readonly string[]
}

/** A text that is not a code, or cannot be read as one, is looked for as it is. */
export function toWanted(text: string): Wanted {
  const reading = readScan(text)
  if ('refusal' in reading) return { names: spellings(text), text, serials: [] }
  const { scan } = reading
  const serials = [scan.serial, scan.lot].filter((one) => one !== undefined)
  return { names: itemNamesIn(text).flatMap(spellings), text: scan.text, serials }
}

/** Indexes compare letters as they are: what is typed is looked for as typed, in capitals and in small letters. */
export const spellings = (text: string): readonly string[] => [
  ...new Set([text, text.toUpperCase(), text.toLowerCase()]),
]

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
