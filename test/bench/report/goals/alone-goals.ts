import type { Alone, AloneLoad } from '../../results.ts'
import type { Row } from '../../summarize.ts'
import { BROKERED, peersOf } from '../peers.ts'
import { figure } from '../table.ts'
import { atMost, type Finding, type Goal } from './goal.ts'

const WORKLOADS = ['item', 'lots', 'receive', 'move'] as const
const WRITES: readonly string[] = ['receive', 'move']
type Limits = Readonly<Record<(typeof WORKLOADS)[number], number>>

const P50: Limits = { item: 1, lots: 0.65, receive: 0.65, move: 0.7 }
const CPU: Limits = { item: 1.05, lots: 1.1, receive: 0.85, move: 1.1 }
const CPU_OF_IMPROVED: Limits = { item: 1.2, lots: 1.1, receive: 1, move: 1.3 }
const COMMANDS: Readonly<Record<string, number>> = { receive: 2, move: 3 }

const limitsOf = (limits: Readonly<Record<string, number>>) =>
  Object.entries(limits)
    .map(([workload, limit]) => `${workload} ${limit}x`)
    .join(', ')

/** The goals of one client, of arrivals, and of the commands of a write (P21, P21i, P21c, P22, P24). */
export function aloneGoals({ contestants, loads, commands }: Alone): Goal[] {
  const tuned = peersOf(contestants, BROKERED, 'tuned')
  const improved = peersOf(contestants, BROKERED, 'improved')
  const one = loads.filter(({ kind, clients }) => kind === 'closed' && clients === 1)
  const warm = one.find(({ warmUpSeconds }) => warmUpSeconds >= 15)
  const cold = one.find(({ warmUpSeconds }) => warmUpSeconds === 1)
  const few = loads.find(({ perSecond }) => perSecond === 20)
  const arrivals = loads.find(({ perSecond }) => perSecond === 100)
  return [
    {
      name: 'P21',
      text:
        'one client, after 15 s of warm-up, with keys and reports, against the better tuned peer with a broker: ' +
        `p50 of ${limitsOf(P50)}; own CPU of ${limitsOf(CPU)}; database of writes 1x`,
      findings: WORKLOADS.flatMap((workload) => [
        ...against(warm, workload, tuned, 'p50Ms', [
          { what: 'p50', of: ({ p50Ms }) => p50Ms, limit: P50[workload] },
          { what: 'CPU', of: ({ ownMicros }) => ownMicros, limit: CPU[workload] },
          ...(WRITES.includes(workload) ? [{ what: 'database', of: database, limit: 1 }] : []),
        ]),
      ]),
    },
    {
      name: 'P21i',
      text: `the same against the better improved peer: own CPU of ${limitsOf(CPU_OF_IMPROVED)}`,
      findings: WORKLOADS.flatMap((workload) =>
        against(warm, workload, improved, 'p50Ms', [
          { what: 'CPU', of: ({ ownMicros }) => ownMicros, limit: CPU_OF_IMPROVED[workload] },
        ]),
      ),
    },
    {
      name: 'P21c',
      text: 'the same as P21 after 1 s of warm-up: p50 1x',
      findings: WORKLOADS.flatMap((workload) =>
        against(cold, workload, tuned, 'p50Ms', [{ what: 'p50', of: ({ p50Ms }) => p50Ms, limit: 1 }]),
      ),
    },
    {
      name: 'P22',
      text:
        '100 requests of the mix a second that 60 clients send at random times, against the same: ' +
        'p99 1x; own CPU 0.9x; database 0.6x; 20 a second: own CPU 1x',
      findings: [
        ...against(arrivals, 'mix', tuned, 'p99Ms', [
          { what: 'p99', of: ({ p99Ms }) => p99Ms, limit: 1 },
          { what: 'CPU', of: ({ ownMicros }) => ownMicros, limit: 0.9 },
          { what: 'database', of: database, limit: 0.6 },
        ]),
        ...against(few, 'mix', tuned, 'p99Ms', [{ what: 'CPU at 20/s', of: ({ ownMicros }) => ownMicros, limit: 1 }]),
      ],
    },
    {
      name: 'P24',
      text:
        "commands to inventory's database for a write that comes alone, those after the response included: " +
        Object.entries(COMMANDS)
          .map(([workload, limit]) => `${workload} ${limit}`)
          .join(', '),
      findings: commands.map(({ workload, all }) => ({
        what: workload,
        found: figure(all),
        isReached: Math.round(all * 10) / 10 <= (COMMANDS[workload] ?? Number.NaN),
      })),
    },
  ]
}

interface Compared {
  readonly what: string
  readonly limit: number
  of(row: Row): number
}

const database = ({ micros }: Row) => micros.database ?? Number.NaN

/** Our row against that of the peer that answers sooner. */
function against(
  load: AloneLoad | undefined,
  workload: string,
  peers: readonly string[],
  sooner: 'p50Ms' | 'p99Ms',
  compared: readonly Compared[],
): Finding[] {
  const rows = load?.rows.filter((row) => row.workload === workload) ?? []
  const ours = rows.find(({ contestant }) => contestant === 'ours')
  const [better] = rows
    .filter(({ contestant }) => peers.includes(contestant))
    .toSorted((row, other) => row[sooner] - other[sooner])
  if (!ours || !better) return []
  return compared.flatMap(({ what, of, limit }) => {
    const told = workload === 'mix' ? what : `${workload} ${what}`
    return atMost(told, of(ours) / of(better), limit)
  })
}
