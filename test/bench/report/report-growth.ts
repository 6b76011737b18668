import type { HistorySize, ReportGrowth } from '../scale/reports/report-growth.ts'
import { figure, ratio, table } from './table.ts'

/** Tables: each report at each size, and how fast histories were derived. */
export function describeReportGrowth({ sizes }: ReportGrowth): string {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last) return ''
  const rows = last.latencies.map((latency) => {
    const { name, runMs, firstPageMs, lastPageMs } = latency
    const runs = sizes.map((size) => figure(latencyOf(size, name)?.runMs ?? Number.NaN))
    const before = latencyOf(first, name)
    return [
      name,
      latency.rows.toLocaleString('en-US'),
      ...runs,
      ratio(runMs / (before?.runMs ?? Number.NaN)),
      figure(firstPageMs),
      ratio(firstPageMs / (before?.firstPageMs ?? Number.NaN)),
      ratio(lastPageMs / firstPageMs),
    ]
  })
  const movements = sizes.map((size) => size.movements.toLocaleString('en-US'))
  const header = [...movements.map((count) => `run at ${count} movements, ms`), 'last to first size']
  return [
    table(['', 'rows', ...header, 'page 1 of a kept run, ms', 'last to first size', 'last page to page 1'], rows),
    table(
      ['', ...movements],
      [
        ['changes', ...sizes.map(({ changes }) => changes.toLocaleString('en-US'))],
        [
          'rebuild, changes per second',
          ...sizes.map(({ changesPerSecond: rate }) => (rate === undefined ? '' : figure(rate))),
        ],
      ],
    ),
  ].join('\n\n')
}

export const latencyOf = ({ latencies }: HistorySize, wanted: string) => latencies.find(({ name }) => name === wanted)
