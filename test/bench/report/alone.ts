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
    '### Our processes, CPU µs for each request',
    describeProcesses(loads),
    '### At rest',
    'Our processes, and the servers for them, while nobody asks. The rows of the peers are without it.',
    table(
      ['', '% of a processor'],
      Object.entries(atRest).map(([name, micros]) => [name, figure(micros / 1e4)]),
    ),
    "### Commands to inventory's database for a write that comes alone",
    table(
      ['', 'in all', 'bytes', 'by command and collection', 'at rest, per s'],
      commands.map(({ workload, all, bytes = Number.NaN, commands: each, atRestPerSecond }) => [
        workload,
        figure(all),
        figure(bytes),
        Object.entries(each)
          .map(([name, count]) => `${name} ${figure(count)}`)
          .join(', '),
        figure(atRestPerSecond),
      ]),
    ),
  ].join('\n\n')
}

/** A row for each workload of one client, a column for each process. */
function describeProcesses(loads: Alone['loads']): string {
  const rows = loads
    .filter(({ kind, clients }) => kind === 'closed' && clients === 1)
    .flatMap((load) => load.rows.filter(({ contestant }) => contestant === 'ours').map((row) => ({ load, row })))
  const names = [...new Set(rows.flatMap(({ row }) => Object.keys(row.micros)))]
  return table(
    ['', ...names.map(shortName)],
    rows.map(({ load, row }) => [
      `${row.workload}: ${load.title}`,
      ...names.map((name) => figure(row.micros[name] ?? Number.NaN)),
    ]),
  )
}

/** Without the name of the system and the number of the process. */
const shortName = (name: string) => name.replace(/^bench-/, '').replace(/-\d+$/, '')
