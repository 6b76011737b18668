import type { PipelineStage } from 'mongoose'
import { beginningWith } from '../../../../shared/database/read-records.ts'
import { spellings } from './wanted.ts'

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
