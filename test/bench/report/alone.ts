import type { Alone } from '../results.ts'
import { workloads } from '../workloads.ts'
import { describeWorkload } from './comparison.ts'
import { figure, table } from './table.ts'

/** A table for each load and workload, what is used at rest, and the commands of a write. */
export function describeAlone({ loads, contestants, atRest, commands }: Alone): string {
  return [
    ...loads.flatMap(({ title, rows }) => [
      `### ${title}`,
      ...workloads
        .filter(({ name }) => rows.some(({ workload }) => workload === name))
        .flatMap((workload) => [`${workload.title}:`, describeWorkload({ rows, contestants }, workload.name)]),
    ]),
    '### At rest',
    'Our processes, and the servers for them, while nobody asks. The rows of the peers are without it.',
    table(
      ['', '% of a processor'],
      Object.entries(atRest).map(([name, micros]) => [name, figure(micros / 1e4)]),
    ),
    "### Commands to inventory's database for a write that comes alone",
    table(
      ['', 'in all', 'by command and collection', 'at rest, per s'],
      commands.map(({ workload, all, commands: each, atRestPerSecond }) => [
        workload,
        figure(all),
        Object.entries(each)
          .map(([name, count]) => `${name} ${figure(count)}`)
          .join(', '),
        figure(atRestPerSecond),
      ]),
    ),
  ].join('\n\n')
}
