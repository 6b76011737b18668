import type { Comparison } from '../results.ts'
import type { Growth } from '../scale/growth.ts'
import { type AgainstEarlier, earlierGoal } from './earlier-goal.ts'
import { growthGoals } from './growth-goals.ts'
import { rateGoals } from './rate-goals.ts'
import { table } from './table.ts'
import { trialGoals } from './trial-goals.ts'

/** The goals of comparison and growth: reached, not reached or not measured, with their figures. */
export function describeGoals(
  comparison: Comparison | undefined,
  growth: Growth | undefined,
  earlier?: AgainstEarlier,
): string {
  const goals = [
    ...(comparison ? [...rateGoals(comparison), ...trialGoals(comparison)] : []),
    ...(growth ? growthGoals(growth) : []),
    ...(earlier ? [earlierGoal(earlier)] : []),
  ]
  const rows = goals
    .toSorted((one, other) => Number(one.name.slice(1)) - Number(other.name.slice(1)))
    .map(({ name, text, findings }) => {
      const isReached = findings.length > 0 && findings.every((finding) => finding.isReached)
      const told = findings.map(({ what, found, isReached: good }) => `${what} ${good ? found : `**${found}**`}`)
      return [name, text, findings.length === 0 ? 'not measured' : isReached ? 'yes' : 'no', told.join('; ') || '–']
    })
  return table(['', 'Goal', 'Reached', 'Found'], rows)
}
