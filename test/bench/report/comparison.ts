import type { Comparison } from '../results.ts'
import type { Row } from '../summarize.ts'
import { workloads } from '../workloads.ts'
import { figure, ratio, table } from './table.ts'

/** A table for each workload: rates with their spread, ratios to the Inventory Service, CPU time. */
export function describeComparison(comparison: Comparison): string {
  return workloads
    .filter(({ name }) => comparison.rows.some(({ workload }) => workload === name))
    .map(({ name, title }) => `### ${title}\n\n${describeWorkload(comparison, name)}`)
    .join('\n\n')
}

export function describeWorkload(
  { rows, contestants }: Pick<Comparison, 'rows' | 'contestants'>,
  workload: string,
): string {
  const mine = rows.filter((row) => row.workload === workload)
  const ours = mine.find(({ contestant }) => contestant === 'ours')
  const header = [
    '',
    'req/s',
    'spread',
    'ours is',
    'p50 ms',
    'p99 ms',
    'own CPU µs',
    'database',
    'broker',
    'Redis',
    'failed',
  ]
  const titleOf = (name: string) => contestants.find((contestant) => contestant.name === name)?.title ?? name
  return table(
    header,
    mine.map((row) => [
      titleOf(row.contestant),
      figure(row.rate.median),
      `${figure(row.rate.min)}–${figure(row.rate.max)}`,
      ours && row !== ours ? ratio(ours.rate.median / row.rate.median) : '–',
      figure(row.p50Ms),
      figure(row.p99Ms),
      figure(row.ownMicros),
      microsOf(row, 'database'),
      microsOf(row, 'broker'),
      microsOf(row, 'redis'),
      Object.entries(row.failed)
        .map(([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`)
        .join(', ') || '–',
    ]),
  )
}

const microsOf = ({ micros }: Row, name: string) => figure(micros[name] ?? Number.NaN)
