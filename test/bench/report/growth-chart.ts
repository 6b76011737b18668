import type { Growth } from '../scale/growth.ts'
import { type Bar, barChart } from './bar-chart.ts'
import { sameIn } from './growth.ts'

export interface Chart {
  readonly name: string
  readonly title: string
  readonly svg: string
}

/** Charts: every page of each list at the largest size, and page 1 and the writes at every size. */
export function growthCharts({ sizes }: Growth): Chart[] {
  const last = sizes.at(-1)
  if (!last) return []
  const exact = (value: number) => ({ median: value, min: value, max: value })
  const count = (value: number) => value.toLocaleString('en-US')
  const pages = last.latencies
    .filter(({ page }) => page !== undefined)
    .map(
      ({ name, page = 1, medianMs }): Bar => ({
        label: `${name}, ${count(page)}`,
        value: exact(medianMs),
        isOurs: page === 1,
      }),
    )
  const growing = last.latencies
    .filter(({ page }) => page === undefined || page === 1)
    .flatMap((latency) =>
      sizes.map((size): Bar => {
        const value = exact(sameIn(size, last, latency)?.medianMs ?? 0)
        return { label: `${latency.name}, ${count(size.lots)}`, value, isOurs: size === last }
      }),
    )
  const pageTitle = `Pages of every list at ${count(last.lots)} lots`
  const growthTitle = 'Page 1 and single requests as the stock grows'
  return [
    { name: 'pages', title: pageTitle, svg: barChart(pageTitle, 'median ms by page; blue: page 1', pages) },
    { name: 'growth', title: growthTitle, svg: barChart(growthTitle, 'median ms by lots; blue: most lots', growing) },
  ]
}
