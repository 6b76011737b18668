import type { ClientSession, Connection } from 'mongoose'
import { isReachable } from '../../../../shared/contract/orders/numbers.ts'
import type { VersionedView } from '../../records/versioned-records.ts'
import { type TakenNumberRecord, takenNumbers } from './taken-number.model.ts'

/** The number that a document has now, for one that it had; any other text for itself. */
export type ToPresent = (number: string) => string

/** For texts that no document had as its number. */
export const UNCHANGED: ToPresent = (number) => number

/**
 * Records that are never rewritten keep the number that a document had (docs/orders.md#numbers-that-no-path-reaches).
 * Only numbers that no path reaches are looked up: others cost no read.
 */
export async function readPresentNumbers(
  connection: Connection,
  texts: Iterable<string>,
  session: ClientSession | null = null,
): Promise<ToPresent> {
  const numbers = unreachableOf(texts)
  if (numbers.length === 0) return UNCHANGED
  const known = takenNumbers.model(connection).find({ _id: { $in: numbers } })
  return toPresent(await known.session(session).lean<TakenNumberRecord[]>())
}

/** The same as a transaction sees it. */
export async function findPresentNumbers(
  records: Pick<VersionedView, 'get'>,
  texts: Iterable<string>,
): Promise<ToPresent> {
  const numbers = unreachableOf(texts)
  if (numbers.length === 0) return UNCHANGED
  const known = await Promise.all(numbers.map((number) => records.get(takenNumbers, number)))
  return toPresent(known.flatMap((record) => record ?? []))
}

/** All numbers that the document of a number has or had. */
export async function readNumbersOf(connection: Connection, number: string): Promise<string[]> {
  const present = (await readPresentNumbers(connection, [number]))(number)
  const earlier = takenNumbers.model(connection).find({ renamedTo: present }, { _id: 1 })
  return [present, ...(await earlier.lean<Pick<TakenNumberRecord, '_id'>[]>()).map(({ _id }) => _id)]
}

/** All documents that were renamed, as of one moment. */
export interface RenamedNumbers {
  readonly toPresent: ToPresent
  /** With the numbers that the documents had before. */
  withEarlier(numbers: readonly string[]): string[]
}

export async function readRenamedNumbers(connection: Connection, session: ClientSession): Promise<RenamedNumbers> {
  const found = takenNumbers.model(connection).find({ renamedTo: { $gt: '' } })
  const renamed = await found.session(session).lean<TakenNumberRecord[]>()
  return {
    toPresent: toPresent(renamed),
    withEarlier(numbers) {
      const present = new Set(numbers)
      const earlier = renamed.filter(({ renamedTo = '' }) => present.has(renamedTo))
      return [...numbers, ...earlier.map(({ _id }) => _id)]
    },
  }
}

const unreachableOf = (texts: Iterable<string>) =>
  [...new Set(texts)].filter((number) => number !== '' && !isReachable(number))

function toPresent(known: readonly TakenNumberRecord[]): ToPresent {
  const renamed = new Map(known.map(({ _id, renamedTo }) => [_id, renamedTo]))
  return (number) => renamed.get(number) ?? number
}
