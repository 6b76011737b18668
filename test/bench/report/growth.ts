import type { Growth, Latency, SizeResult } from '../scale/growth.ts'
import { figure, ratio, table } from './table.ts'

/** Tables: latency of each request at each size, memory of the processes, disk space. */
export function describeGrowth({ sizes }: Growth): string {
  const first = sizes[0]
  const last = sizes.at(-1)
  if (!first || !last) return ''
  const rows = last.latencies.map((latency) => {
    const cells = sizes.map((size) => figure(sameIn(size, last, latency)?.medianMs ?? Number.NaN))
    const pageOne = latency.page === undefined ? undefined : sameList(last, latency, 1)
    return [
      `${latency.name}${latency.page === undefined ? '' : `, page ${latency.page.toLocaleString('en-US')}`}`,
      ...cells,
      isFirstPage(latency) ? ratio(latency.medianMs / (sameIn(first, last, latency)?.medianMs ?? Number.NaN)) : '–',
      pageOne && !isFirstPage(latency) ? ratio(latency.medianMs / pageOne.medianMs) : '–',
    ]
  })
  const lots = sizes.map((size) => `${size.lots.toLocaleString('en-US')} lots, ms`)
  return [
    table(['', ...lots, 'last to first size', 'to page 1'], rows),
    table(
      ['', ...sizes.map((size) => size.lots.toLocaleString('en-US'))],
      [
        ['build, s', ...sizes.map(({ buildSeconds }) => figure(buildSeconds))],
        ['reconcile, s', ...sizes.map(({ reconcileSeconds }) => figure(reconcileSeconds ?? Number.NaN))],
        ...Object.keys(last.residentMiB).map((name) => [
          `${name}, MiB`,
          ...sizes.map(({ residentMiB }) => figure(residentMiB[name] ?? Number.NaN)),
        ]),
        ['disk per lot, bytes', ...sizes.map(({ diskBytesPerLot }) => figure(diskBytesPerLot ?? Number.NaN))],
      ],
    ),
  ].join('\n\n')
}

export const isFirstPage = ({ page }: Latency) => page === undefined || page === 1

/** The same request at another size; the last page corresponds to the last page. */
export function sameIn(size: SizeResult, here: SizeResult, latency: Latency): Latency | undefined {
  const position = here.latencies.filter(({ name }) => name === latency.name).indexOf(latency)
  return size.latencies.filter(({ name }) => name === latency.name)[position]
}

export const sameList = (size: SizeResult, { name }: Latency, page: number) =>
  size.latencies.find((other) => other.name === name && other.page === page)
