import type { Comparison } from '../../results.ts'
import type { Row } from '../../summarize.ts'
import { BROKERED, peersOf } from '../peers.ts'
import { atLeast, atMost, type Goal, none } from './goal.ts'

/** The goals of requests per second and of CPU against the peers (P1 to P4). */
export function rateGoals({ rows, contestants }: Comparison): Goal[] {
  const row = (workload: string, name: string) =>
    rows.find((each) => each.workload === workload && each.contestant === name)
  /** The fastest of the given peers under a workload. */
  const best = (workload: string, names: readonly string[]): Row | undefined =>
    names.flatMap((name) => row(workload, name) ?? []).toSorted((one, other) => other.rate.median - one.rate.median)[0]
  const faster = (workload: string, names: readonly string[]) =>
    (row(workload, 'ours')?.rate.median ?? Number.NaN) / (best(workload, names)?.rate.median ?? Number.NaN)
  const cheaper = (workload: string, names: readonly string[]) =>
    (row(workload, 'ours')?.ownMicros ?? Number.NaN) / (best(workload, names)?.ownMicros ?? Number.NaN)

  const tuned = peersOf(contestants, BROKERED, 'tuned')
  const documented = peersOf(contestants, BROKERED, 'documented')
  const express = [...peersOf(contestants, ['express'], 'tuned'), ...peersOf(contestants, ['express'], 'documented')]
  const writers = [...tuned, ...documented]
  return [
    {
      name: 'P1',
      text: 'the path alone against the better of NestJS and Moleculer: 2.5x tuned, 4x as documented',
      findings: [
        ...atLeast('tuned', faster('path', tuned), 2.5),
        ...atLeast('as documented', faster('path', documented), 4),
      ],
    },
    {
      name: 'P2',
      text: 'the path alone against the Express monolith, which has no broker: 1.5x',
      findings: atLeast('', faster('path', express), 1.5),
    },
    {
      name: 'P3',
      text: 'reads against the better tuned peer with a broker: 1.5x; 0.4x of the CPU per request of its own processes',
      findings: ['item', 'lots', 'levels'].flatMap((workload) => [
        ...atLeast(workload, faster(workload, tuned), 1.5),
        ...atMost(`${workload} CPU`, cheaper(workload, tuned), 0.4),
      ]),
    },
    {
      name: 'P4',
      text: 'writes against the better peer with a broker: 1.3x, and no failure',
      findings: ['receive', 'move'].flatMap((workload) => {
        const failures = Object.values(row(workload, 'ours')?.failed ?? {}).reduce((sum, count) => sum + count, 0)
        const ratios = atLeast(workload, faster(workload, writers), 1.3)
        return ratios.length === 0 ? [] : [...ratios, none(`${workload} failures`, failures)]
      }),
    },
  ]
}
