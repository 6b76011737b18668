import { filteredLists, type Growth, inWarehouses, type SizeResult, WIDTHS } from '../../scale/growth.ts'
import { isFirstPage, sameIn, sameList } from '../growth.ts'
import { figure } from '../table.ts'
import { atMost, type Finding, type Goal } from './goal.ts'

const P6_REQUESTS = new Set(['receive', 'move', 'issue'])
const FILTERED: ReadonlySet<string> = new Set(filteredLists)
const [NARROWEST = 0, ...WIDER] = WIDTHS

/** The goals of a growing stock (P5, P6, P9, P25, P26). */
export function growthGoals({ sizes }: Growth): Goal[] {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last || first === last) return []
  return [
    {
      name: 'P5',
      text: `any page of any list against page 1, at ${figure(last.lots)} lots: 2x`,
      findings: deepest(last),
    },
    {
      name: 'P6',
      text: `page 1 of every list, receive, move, issue: ${figure(last.lots)} lots against ${figure(first.lots)}: 1.25x`,
      findings: last.latencies
        .filter((latency) => latency.page === 1 || P6_REQUESTS.has(latency.name))
        .flatMap((latency) =>
          atMost(latency.name, latency.medianMs / (sameIn(first, last, latency)?.medianMs ?? Number.NaN), 1.25),
        ),
    },
    {
      name: 'P25',
      text: `lists with filters that few records match: ${figure(last.lots)} lots against ${figure(first.lots)}: 1.3x`,
      findings: last.latencies
        .filter(({ name }) => FILTERED.has(name))
        .flatMap((latency) =>
          atMost(latency.name, latency.medianMs / (sameIn(first, last, latency)?.medianMs ?? Number.NaN), 1.3),
        ),
    },
    {
      name: 'P26',
      text: 'writes of an item that many warehouses have against one of one warehouse: 1.3x',
      findings: WIDER.flatMap((width) =>
        ['receive', 'move'].flatMap((write) => {
          const [narrow, wide] = [NARROWEST, width].map((each) =>
            last.latencies.find(({ name }) => name === inWarehouses(write, each)),
          )
          return wide && narrow ? atMost(`${write}, ${width} warehouses`, wide.medianMs / narrow.medianMs, 1.3) : []
        }),
      ),
    },
    {
      name: 'P9',
      text: `memory of each of our processes after ${figure(last.lots)} lots: 150 MiB`,
      findings: Object.entries(last.residentMiB).map(([what, mebibytes]) => ({
        what,
        found: `${figure(mebibytes)} MiB`,
        isReached: mebibytes <= 150,
      })),
    },
  ]
}

const deepest = (size: SizeResult): Finding[] =>
  size.latencies
    .filter((latency) => !isFirstPage(latency))
    .flatMap((latency) => {
      const { name, page, medianMs } = latency
      return atMost(
        `${name} ${page?.toLocaleString('en-US')}`,
        medianMs / (sameList(size, latency, 1)?.medianMs ?? Number.NaN),
        2,
      )
    })
