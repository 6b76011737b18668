import type { Operation, Params } from '../../../shared/contract/core/operation.ts'
import type { Random } from '../../support/records/seeded.ts'
import type { Recollection } from './recollection.ts'

/** What a client is to send. */
export interface Wanted {
  readonly operation: Operation
  readonly input: Readonly<Record<string, unknown>>
}

/** The input is checked against the operation's own type. */
export const want = <O extends Operation>(operation: O, input: Params<O> & Wanted['input']): Wanted => ({
  operation,
  input,
})

/** Where the parts of the load find what they refer to. */
export interface Surroundings {
  readonly items: readonly string[]
  /** Of which there is little, so that orders wait for it. */
  readonly scarceItems: readonly string[]
  /** ShortIDs. */
  readonly vendor: string
  readonly customer: string
  readonly random: Random
  readonly recollection: Recollection
}
