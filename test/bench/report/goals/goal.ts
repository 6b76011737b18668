import { ratio } from '../table.ts'

/** One figure of a goal and whether it is reached; left out where the figure cannot be judged. */
export interface Finding {
  readonly what: string
  readonly found: string
  readonly isReached?: boolean
}

/** A goal; without findings it was not measured. */
export interface Goal {
  readonly name: string
  readonly text: string
  readonly findings: readonly Finding[]
}

export const atLeast = (what: string, value: number, goal: number): Finding[] =>
  Number.isFinite(value) ? [{ what, found: ratio(value), isReached: value >= goal }] : []
export const atMost = (what: string, value: number, goal: number): Finding[] =>
  Number.isFinite(value) ? [{ what, found: ratio(value), isReached: value <= goal }] : []
export const none = (what: string, count: number): Finding => ({ what, found: String(count), isReached: count === 0 })
