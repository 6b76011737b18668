import type { Schema } from 'mongoose'
import { field } from '../../../../shared/database/record-fields.ts'
import { nodeOf, nodesOnTheWay } from './interval-tree.ts'

/** What a state has besides once another one has followed it. */
export const pastFields = {
  /** When the next state began. */
  until: field.date,
  /** The change that led to it. */
  untilSequence: field.number,
  /** Where the interval tree has the period of the state; absent if that is empty. */
  node: field.optional(field.number),
}

interface State {
  readonly sequence: number
  readonly at: Date
}

/** A state that another one has followed. */
export type Past<R> = R & { readonly until: Date; readonly untilSequence: number; readonly node?: number }

export function endState<R extends State>(state: R, { at: until, sequence: untilSequence }: State): Past<R> {
  const isEmpty = until <= state.at
  return { ...state, until, untilSequence, ...(!isEmpty && { node: nodeOf(state.at, until) }) }
}

/** Indexes that find what held at a moment. */
export function indexPastStates(schema: Schema): void {
  schema.index({ node: 1, until: 1 })
  schema.index({ node: 1, at: 1 })
  schema.index({ untilSequence: 1 })
}

/**
 * Which past states are the last of their key that a moment knows: those that held then, before and after whose nodes it
 * lies, and those that were followed by a change which had happened and which the moment does not know. The states of a key
 * have rising moments, so there is one at most. Each filter is a query of its own, and says no more than it needs: with
 * `$or`, or with another range besides, planners take another index, and read what the history has grown to. So whoever
 * reads leaves out what began with a later change than the moment knows.
 */
export function heldAt({ sequence, at }: State): readonly object[] {
  const { before, after } = nodesOnTheWay(at)
  return [
    { node: { $in: before }, until: { $gt: at } },
    { node: { $in: after }, at: { $lte: at } },
    { untilSequence: { $gt: sequence }, until: { $lte: at } },
  ]
}

/** Those that a change after `reached` has ended; some may not have begun at the moment, which the filter does not say. */
export const followedSince = (reached: number, { sequence }: State): object => ({
  sequence: { $lte: sequence },
  untilSequence: { $gt: reached },
})
