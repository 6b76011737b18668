import type { ReportGrowth } from '../../scale/reports/report-growth.ts'
import { latencyOf } from '../report-growth.ts'
import { figure } from '../table.ts'
import { atMost, type Goal } from './goal.ts'

/** The goals of reports on a growing history. */
export function reportGoals({ sizes }: ReportGrowth): Goal[] {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last || first === last) return []
  const text = (what: string, limit: string) => `reports, ${what} at ${figure(last.movements)} movements: ${limit}`
  return [
    {
      name: 'R1',
      text: text('the last page of 1,000 rows against page 1', '2x'),
      findings: last.latencies.flatMap(({ name, firstPageMs, lastPageMs }) =>
        atMost(name, lastPageMs / firstPageMs, 2),
      ),
    },
    {
      name: 'R2',
      text: text(`a run against that at ${figure(first.movements)}`, '1.5x'),
      findings: last.latencies.flatMap(({ name, runMs }) =>
        atMost(name, runMs / (latencyOf(first, name)?.runMs ?? Number.NaN), 1.5),
      ),
    },
  ]
}
