import type { PipelineStage } from 'mongoose'
import { itemNamesIn } from '../../../../shared/contract/core/scans.ts'
import { type SearchHit, searchKinds } from '../../../../shared/contract/inventory/search.ts'
import { beginningWith } from '../../../../shared/database/read-records.ts'
import { readScan } from '../../../../shared/scan/read-scan.ts'

/** Most records that one look-up reads, whatever the caller may see of them. */
const MOST_READ = 1_000

/** What the caller may see; no condition: all. */
export type Seen = readonly object[]

/** The part of a model that a look-up needs. */
export interface Looked {
  aggregate<R>(stages: PipelineStage[]): { exec(): Promise<R[]> }
}

interface LookUp {
  readonly limit: number
  readonly seen: Seen
  /** The newest numbers first. */
  readonly sort?: { readonly _id: -1 }
}

/** Reads what an index finds; `where` is a condition on indexed fields. */
export const lookUp = <R>(model: Looked, where: object, { limit, seen, sort }: LookUp): Promise<R[]> =>
  model
    .aggregate<R>([
      { $match: where },
      ...(sort ? [{ $sort: sort }] : []),
      ...(seen.length > 0 ? [{ $limit: MOST_READ }, { $match: { $and: [...seen] } }] : []),
      { $limit: limit },
    ])
    .exec()

/** A field that is a text, or begins with it, in any of its spellings. */
export const matching = (field: string, text: string, more: object = {}) => {
  const either = (condition: (spelled: string) => unknown) => ({
    $or: spellings(text).map((spelled) => ({ [field]: condition(spelled), ...more })),
  })
  return { exact: either((spelled) => spelled), prefix: either(beginningWith) }
}

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

export type Hit = SearchHit

const absent = { status: null, wid: null, spot: null, units: null }

type Given = Omit<Hit, keyof typeof absent> & Partial<Hit>

export const toHit = (given: Given): Hit => ({ ...absent, ...given })

/** Exact hits first, then by kind; of each record the best hit, of each kind so many. */
export function toResult(found: readonly Hit[], limit: number): Hit[] {
  const rank = ({ isExact, kind }: Hit) => searchKinds.indexOf(kind) + (isExact ? 0 : searchKinds.length)
  const best = new Map<string, Hit>()
  const taken = new Map<string, number>()
  for (const hit of found.toSorted((one, other) => rank(one) - rank(other))) {
    const [name, count] = [`${hit.kind} ${hit.key}`, taken.get(hit.kind) ?? 0]
    if (best.has(name) || count >= limit) continue
    best.set(name, hit)
    taken.set(hit.kind, count + 1)
  }
  return [...best.values()]
}
