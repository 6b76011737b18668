import type { Comparison } from '../../results.ts'
import type { BatchAndExportResult } from '../../trials/batch-and-export.ts'
import type { GoodputRow } from '../../trials/goodput.ts'
import { BROKERED, peersOf } from '../peers.ts'
import { figure } from '../table.ts'
import { atLeast, atMost, type Finding, type Goal, none } from './goal.ts'

/** The goals of single trials (P7 to P20). */
export function trialGoals({ contestants, trials }: Comparison): Goal[] {
  const hot = trials.contention?.filter(({ contestant }) => contestant === 'ours') ?? []
  const halfPeak = trials.halfPeak?.find(({ contestant }) => contestant === 'ours')
  const { batchAndExport, following, refused, shedding, orders, goodput = [], pagesUnderWrites: pages = [] } = trials
  const ourPages = pages.find(({ contestant }) => contestant === 'ours')
  const tuned = peersOf(contestants, BROKERED, 'tuned')
  // At rest: while receipts come in, peers answer too few pages to tell what one costs.
  const peerPages = pages
    .filter(({ contestant }) => tuned.includes(contestant))
    .map(({ restingOwnMicros }) => restingOwnMicros)
  return [
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
      name: 'R3',
      text: 'reports follow the feed: at 300 receipts/s at most 1 s behind; own CPU and database of a receipt at most 0.25x',
      findings: following
        ? [
            ...atMost('lag in seconds', following.lagMs.max / 1_000, 1),
            ...atMost('own CPU', following.with.own / following.without.own - 1, 0.25),
            ...atMost('database', following.with.database / following.without.database - 1, 0.25),
          ]
        : [],
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
      text: 'CPU of own processes and database per write, 4 inventory processes against 1: 1.4x; at most 5 conflicts per 1,000 writes',
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
      text: 'random pages of lots while 300 receipts/s are written, against the same stock at rest: p50 at most 2x; own CPU at most 0.5x of that of the better tuned peer with a broker at rest',
      findings: ourPages
        ? [
            ...atMost('p50', ourPages.writtenP50Ms / ourPages.restingP50Ms, 2),
            ...(peerPages.length > 0 ? atMost('own CPU', ourPages.ownMicros / Math.min(...peerPages), 0.5) : []),
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
    {
      name: 'P19',
      text: 'a receipt in a batch of 500, CPU of own processes and database against one alone, of one client and of 64 at once: 0.35x',
      findings: batchAndExport ? batchFindings(batchAndExport) : [],
    },
    {
      name: 'P20',
      text: 'an export of all lots: 20,000 records/s, at most 150 MiB in each of our processes',
      findings: batchAndExport ? exportFindings(batchAndExport.exported) : [],
    },
  ]
}

const cpuOf = ({ own, database }: BatchAndExportResult['single']) => own + database

function batchFindings({ batched, single, oneByOne }: BatchAndExportResult): Finding[] {
  return [
    ...atMost('of one client', cpuOf(batched) / cpuOf(oneByOne), 0.35),
    ...atMost('of 64', cpuOf(batched) / cpuOf(single), 0.35),
  ]
}

const exportFindings = ({ perSecond, greatestMiB }: BatchAndExportResult['exported']): Finding[] => [
  { what: '', found: `${figure(perSecond)}/s`, isReached: perSecond >= 20_000 },
  { what: 'memory', found: `${figure(greatestMiB)} MiB`, isReached: greatestMiB <= 150 },
]

function scaleOutFindings(workload: string, { scaleOut = [] }: Comparison['trials']): Finding[] {
  const [one, four] = [1, 4].map((count) =>
    scaleOut.find(({ processes, row }) => processes === count && row.workload === workload),
  )
  if (!one || !four) return []
  const [ofOne = Number.NaN, ofFour = Number.NaN] = [one, four].map(
    ({ row: { ownMicros, micros } }) => ownMicros + (micros.database ?? 0),
  )
  return [
    ...atMost(workload, ofFour / ofOne, 1.4),
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
