import type { Cluster } from '../../cluster/cluster.ts'
import type { Alone, Comparison } from '../../results.ts'
import type { Growth } from '../../scale/growth.ts'
import type { ReportGrowth } from '../../scale/reports/report-growth.ts'
import { table } from '../table.ts'
import { aloneGoals } from './alone-goals.ts'
import { clusterGoals } from './cluster-goals.ts'
import { type AgainstEarlier, earlierGoal } from './earlier-goal.ts'
import { growthGoals } from './growth-goals.ts'
import { rateGoals } from './rate-goals.ts'
import { reportGoals } from './report-goals.ts'
import { trialGoals } from './trial-goals.ts'

/** The results that goals are computed from; those of other kinds are left out. */
export interface Measured {
  readonly alone?: Alone | undefined
  readonly cluster?: Cluster | undefined
  readonly comparison?: Comparison | undefined
  readonly growth?: Growth | undefined
  readonly reports?: ReportGrowth | undefined
  readonly earlier?: AgainstEarlier | undefined
}

/** The goals: reached, not reached or not measured, with their figures. */
export function describeGoals({ alone, cluster, comparison, growth, reports, earlier }: Measured): string {
  const goals = [
    ...(comparison ? [...rateGoals(comparison), ...trialGoals(comparison)] : []),
    ...(growth ? growthGoals(growth) : []),
    ...(reports ? reportGoals(reports) : []),
    ...(alone ? aloneGoals(alone) : []),
    ...(cluster ? clusterGoals(cluster) : []),
    ...(earlier ? [earlierGoal(earlier)] : []),
  ]
  const rows = goals
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .map(({ name, text, findings }) => {
      const judged = findings.filter(({ isReached: good }) => good !== undefined)
      const isReached = judged.every(({ isReached: good }) => good)
      const told = findings.map(
        ({ what, found, isReached: good }) => `${what} ${good === false ? `**${found}**` : found}`,
      )
      return [name, text, judged.length === 0 ? 'not measured' : isReached ? 'yes' : 'no', told.join('; ') || '–']
    })
  return table(['', 'Goal', 'Reached', 'Found'], rows)
}
