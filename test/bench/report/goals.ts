import type { Comparison } from '../results.ts'
import type { Growth, SizeResult } from '../scale/growth.ts'
import type { Row } from '../summarize.ts'
import type { GoodputRow } from '../trials/goodput.ts'
import { isFirstPage, sameIn, sameList } from './growth.ts'
import { figure, ratio, table } from './table.ts'

/** One figure of a goal and whether it is reached. */
interface Finding {
  readonly what: string
  readonly found: string
  readonly isReached: boolean
}

interface Goal {
  readonly name: string
  readonly text: string
  readonly findings: readonly Finding[]
}

/** The goals of comparison and growth: reached, not reached or not measured, with their figures. */
export function describeGoals(comparison: Comparison | undefined, growth: Growth | undefined): string {
  const goals = [...(comparison ? comparisonGoals(comparison) : []), ...(growth ? growthGoals(growth) : [])]
  const rows = goals
    .toSorted((one, other) => Number(one.name.slice(1)) - Number(other.name.slice(1)))
    .map(({ name, text, findings }) => {
      const isReached = findings.length > 0 && findings.every((finding) => finding.isReached)
      const told = findings.map(({ what, found, isReached: good }) => `${what} ${good ? found : `**${found}**`}`)
      return [name, text, findings.length === 0 ? 'not measured' : isReached ? 'yes' : 'no', told.join('; ') || '–']
    })
  return table(['', 'Goal', 'Reached', 'Found'], rows)
}

const atLeast = (what: string, value: number, goal: number): Finding[] =>
  Number.isFinite(value) ? [{ what, found: ratio(value), isReached: value >= goal }] : []
const atMost = (what: string, value: number, goal: number): Finding[] =>
  Number.isFinite(value) ? [{ what, found: ratio(value), isReached: value <= goal }] : []

function comparisonGoals({ rows, contestants, trials }: Comparison): Goal[] {
  const peersOf = (families: readonly string[], variant: string) =>
    contestants
      .filter((contestant) => families.includes(contestant.family) && contestant.variant === variant)
      .map(({ name }) => name)
  const row = (workload: string, name: string) =>
    rows.find((each) => each.workload === workload && each.contestant === name)
  /** The fastest of the given peers under a workload. */
  const best = (workload: string, names: readonly string[]): Row | undefined =>
    names.flatMap((name) => row(workload, name) ?? []).toSorted((one, other) => other.rate.median - one.rate.median)[0]
  const faster = (workload: string, names: readonly string[]) =>
    (row(workload, 'ours')?.rate.median ?? Number.NaN) / (best(workload, names)?.rate.median ?? Number.NaN)
  const cheaper = (workload: string, names: readonly string[]) =>
    (row(workload, 'ours')?.ownMicros ?? Number.NaN) / (best(workload, names)?.ownMicros ?? Number.NaN)

  const brokered = ['nest', 'moleculer']
  const tuned = peersOf(brokered, 'tuned')
  const documented = peersOf(brokered, 'documented')
  const express = [...peersOf(['express'], 'tuned'), ...peersOf(['express'], 'documented')]
  const writers = [...tuned, ...documented]
  const hot = trials.contention?.filter(({ contestant }) => contestant === 'ours') ?? []
  const halfPeak = trials.halfPeak?.find(({ contestant }) => contestant === 'ours')
  const { refused, shedding } = trials
  const goodput = trials.goodput ?? []
  const { orders } = trials
  const pages = trials.pagesUnderWrites ?? []
  const ourPages = pages.find(({ contestant }) => contestant === 'ours')
  const peerPages = pages.filter(({ contestant }) => tuned.includes(contestant)).map(({ ownMicros }) => ownMicros)
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
    {
      name: 'P7',
      text: '64 writers of one lot or item against as many of many: throughput 1x, p99 at most 2x, no failure',
      findings: (['move', 'receive'] as const).flatMap((kind) => {
        const [spread, onOne] = (['spread', 'hot'] as const).map((where) =>
          hot.find((each) => each.kind === kind && each.where === where),
        )
        if (!spread || !onOne) return []
        return [
          ...atLeast(kind, onOne.perSecond / spread.perSecond, 1),
          ...atMost(`${kind} p99`, onOne.p99Ms / spread.p99Ms, 2),
          none(`${kind} failures`, onOne.failures),
        ]
      }),
    },
    {
      name: 'P8',
      text: 'reads at half of the peak rate: p99 at most 5x p50',
      findings: halfPeak ? atMost('', halfPeak.p99Ms / halfPeak.p50Ms, 5) : [],
    },
    {
      name: 'P10',
      text: 'a refused request (429): at most 0.6x the CPU of the check of an allowed one, and no call to Redis',
      findings: refused
        ? [
            ...atMost('', refused.refusedMicros / (refused.allowedMicros + refused.allowedRedisMicros), 0.6),
            none('calls to Redis', refused.redisCommands),
          ]
        : [],
    },
    {
      name: 'P11',
      text: 'CPU of own processes and database per write, 4 inventory processes against 1: 1.25x; at most 5 conflicts per 1,000 writes',
      findings: ['receive', 'move'].flatMap((workload) => scaleOutFindings(workload, trials)),
    },
    {
      name: 'P13',
      text: 'successful answers per second at 64, 256 and 1,024 clients against the best of the three: 0.8x; open loop at 1x, 2x and 10x of what 64 clients get: 0.8x; against the best tuned peer with as many clients: 1x; nothing refused at 64',
      findings: goodput
        .filter(({ contestant }) => contestant === 'ours')
        .flatMap((row) => goodputFindings(row, goodput)),
    },
    {
      name: 'P14',
      text: 'a request that overload refuses (503): at most 0.25x the CPU of the gateway for an accepted item read, and 60 µs',
      findings: shedding
        ? [
            ...atMost('', shedding.refusedMicros / shedding.acceptedMicros, 0.25),
            { what: 'CPU', found: `${figure(shedding.refusedMicros)} µs`, isReached: shedding.refusedMicros <= 60 },
          ]
        : [],
    },
    {
      name: 'P15',
      text: 'random pages of lots while 300 receipts/s are written, against the same stock at rest: p50 at most 2x; own CPU at most 0.5x of the better tuned peer with a broker',
      findings: ourPages
        ? [
            ...atMost('p50', ourPages.writtenP50Ms / ourPages.restingP50Ms, 2),
            ...atMost('own CPU', ourPages.ownMicros / Math.min(...peerPages), 0.5),
          ]
        : [],
    },
    {
      name: 'P16',
      text: 'a receipt that names a line of a purchase order, own CPU against one without: 1.3x',
      findings: orders ? atMost('', orders.withLineMicros / orders.withoutLineMicros, 1.3) : [],
    },
    {
      name: 'P17',
      text: 'a new purchase order of 50 lines: p50 at most 50 ms',
      findings: orders ? [{ what: '', found: `${figure(orders.createMs)} ms`, isReached: orders.createMs <= 50 }] : [],
    },
    {
      name: 'P18',
      text: 'any page of 100,000 purchase orders, all, closed or open, against page 1: 2x',
      findings: (orders?.pages ?? []).flatMap(({ list, page, medianMs }, _, pages) => {
        const first = pages.find((other) => other.list === list && other.page === 1)?.medianMs ?? Number.NaN
        return page === 1 ? [] : atMost(`${list} ${page.toLocaleString('en-US')}`, medianMs / first, 2)
      }),
    },
  ]
}

function scaleOutFindings(workload: string, { scaleOut = [] }: Comparison['trials']): Finding[] {
  const [one, four] = [1, 4].map((count) =>
    scaleOut.find(({ processes, row }) => processes === count && row.workload === workload),
  )
  if (!one || !four) return []
  const [ofOne = Number.NaN, ofFour = Number.NaN] = [one, four].map(
    ({ row: { ownMicros, micros } }) => ownMicros + (micros.database ?? 0),
  )
  return [
    ...atMost(workload, ofFour / ofOne, 1.25),
    { what: `${workload} conflicts`, found: figure(four.conflicts), isReached: four.conflicts <= 5 },
  ]
}

/** One load of ours against its other loads, and against the peers under the same one. */
function goodputFindings(row: GoodputRow, all: readonly GoodputRow[]): Finding[] {
  const { workload, load, isBusy, perSecond, refusedPerSecond } = row
  const what = `${workload} ${load}${isBusy ? ', busy' : ''}`
  const refused = load.startsWith('64 clients') ? [none(`${what}, refused/s`, refusedPerSecond)] : []
  const alike = all.filter((other) => other.workload === workload && other.isBusy === isBusy)
  const ours = alike.filter(({ contestant }) => contestant === 'ours')
  const isClosed = (other: GoodputRow) => other.load.endsWith(' clients')
  if (!isClosed(row)) {
    const of64 = ours.find((other) => other.load === '64 clients')?.perSecond ?? Number.NaN
    return load.endsWith('arrivals') ? atLeast(what, perSecond / of64, 0.8) : refused
  }
  const best = Math.max(...ours.filter(isClosed).map((other) => other.perSecond))
  const peers = alike.filter((other) => other.contestant !== 'ours' && other.load === load)
  return [
    ...atLeast(what, perSecond / best, 0.8),
    ...peers.flatMap((peer) => atLeast(`${what} to ${peer.contestant}`, perSecond / peer.perSecond, 1)),
    ...refused,
  ]
}

const none = (what: string, count: number): Finding => ({ what, found: String(count), isReached: count === 0 })

const P6_REQUESTS = new Set(['receive', 'move', 'issue'])

function growthGoals({ sizes }: Growth): Goal[] {
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
