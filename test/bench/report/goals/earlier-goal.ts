import { atMost, type Goal } from './goal.ts'

/**
 * Own CPU of a write in this version and in an earlier one, whose benchmark ran in turn with this one's; written by
 * hand.
 */
export interface AgainstEarlier {
  readonly earlierCommit: string
  readonly rows: readonly { readonly workload: string; readonly ownMicros: number; readonly earlierOwnMicros: number }[]
}

/** The goal against an earlier version (P12). */
export const earlierGoal = ({ earlierCommit, rows }: AgainstEarlier): Goal => ({
  name: 'P12',
  text: `own CPU of a receipt and a move against ${earlierCommit}: 0.6x`,
  findings: rows.flatMap(({ workload, ownMicros, earlierOwnMicros }) =>
    atMost(workload, ownMicros / earlierOwnMicros, 0.6),
  ),
})
