import type { Alone } from '../results.ts'
import { workloads } from '../workloads.ts'
import { describeWorkload } from './comparison.ts'

/** A table for each load and workload. */
export function describeAlone({ loads, contestants }: Alone): string {
  return loads
    .flatMap(({ title, rows }) => [
      `### ${title}`,
      ...workloads
        .filter(({ name }) => rows.some(({ workload }) => workload === name))
        .flatMap((workload) => [`${workload.title}:`, describeWorkload({ rows, contestants }, workload.name)]),
    ])
    .join('\n\n')
}
