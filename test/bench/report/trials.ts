import type { Comparison } from '../results.ts'
import { figure, ratio, table } from './table.ts'

/** The tables of the trials. */
export function describeTrials({ trials, contestants }: Comparison): string {
  const titleOf = (name: string) => contestants.find((contestant) => contestant.name === name)?.title ?? name
  const {
    batchAndExport,
    contention,
    following,
    goodput,
    halfPeak,
    orders,
    pagesUnderWrites,
    refused,
    scaleOut,
    shedding,
  } = trials
  const parts: string[] = []
  if (contention) {
    const rows = contention.map(({ contestant, kind, where, perSecond, p99Ms, failures }) => {
      const spread = contention.find(
        (other) => other.contestant === contestant && other.kind === kind && other.where === 'spread',
      )
      const toSpread = where === 'hot' ? ratio(perSecond / (spread?.perSecond ?? Number.NaN)) : '–'
      const where_ = where === 'hot' ? `one ${kind === 'move' ? 'lot' : 'item'}` : 'many'
      return [titleOf(contestant), kind, where_, figure(perSecond), toSpread, figure(p99Ms), String(failures)]
    })
    parts.push(
      '### Writers of one lot or item',
      table(['', 'write', 'of', 'per s', 'to many', 'p99 ms', 'failures'], rows),
    )
  }
  if (batchAndExport) {
    const { batched, single, oneByOne, exported } = batchAndExport
    const records = exported.records.toLocaleString('en-US')
    const toCells = ({ own, database }: typeof single) => [own, database, own + database].map(figure)
    const toRatios = ({ own, database }: typeof single) =>
      [batched.own / own, batched.database / database, (batched.own + batched.database) / (own + database)].map(ratio)
    parts.push(
      '### Batches and exports',
      table(
        ['CPU µs for a receipt', 'own', 'database', 'both'],
        [
          ['in a batch of 500', ...toCells(batched)],
          ['alone, of one client', ...toCells(oneByOne)],
          ['ratio', ...toRatios(oneByOne)],
          ['alone, of 64 clients at once', ...toCells(single)],
          ['ratio', ...toRatios(single)],
        ],
      ),
      table(
        ['', ''],
        [
          [`an export of ${records} lots, records per second`, figure(exported.perSecond)],
          [`greatest resident memory of a process (${exported.process}), MiB`, figure(exported.greatestMiB)],
        ],
      ),
    )
  }
  if (orders) {
    const { withLineMicros, withoutLineMicros, createMs, pages } = orders
    const rows = [
      ['a receipt that names an order line, own CPU µs', figure(withLineMicros)],
      ['a receipt without a line, own CPU µs', figure(withoutLineMicros)],
      ['a new order of 50 lines, p50 ms', figure(createMs)],
      ...pages.map(({ list, page, totalCount, medianMs }) => [
        `page ${page.toLocaleString('en-US')} of ${totalCount.toLocaleString('en-US')} purchase orders (${list}), p50 ms`,
        figure(medianMs),
      ]),
    ]
    parts.push('### Orders', table(['', ''], rows))
  }
  if (following) {
    const { without, with: followed, perSecond, failures, lagMs } = following
    const rows = [
      ['a receipt without reports', figure(without.own), figure(without.database)],
      ['with reports that follow it', figure(followed.own), figure(followed.database)],
      ['', ratio(followed.own / without.own), ratio(followed.database / without.database)],
    ]
    const behind = `${figure(lagMs.p50)} ms behind in the median, ${figure(lagMs.max)} ms at most`
    const lag = `At ${perSecond} receipts/s (${failures} failed), reports are ${behind}.`
    parts.push('### Reports that follow the feed\n', table(['8 clients', 'own CPU, µs', 'database, µs'], rows), lag)
  }
  if (halfPeak) {
    const rows = halfPeak.map(({ contestant, peakPerSecond, perSecond, p50Ms, p99Ms, failures }) => [
      titleOf(contestant),
      figure(peakPerSecond),
      figure(perSecond),
      figure(p50Ms),
      figure(p99Ms),
      ratio(p99Ms / p50Ms),
      String(failures),
    ])
    const header = ['', 'peak, req/s', 'sent, req/s', 'p50 ms', 'p99 ms', 'p99 to p50', 'failures']
    parts.push('### Reads at half of the peak rate', table(header, rows))
  }
  if (pagesUnderWrites) {
    const rows = pagesUnderWrites.map(
      ({ contestant, restingP50Ms, writtenP50Ms, perSecond, restingOwnMicros, ownMicros, refused: count }) => [
        titleOf(contestant),
        ...[restingP50Ms, writtenP50Ms].map(figure),
        ratio(writtenP50Ms / restingP50Ms),
        ...[perSecond, restingOwnMicros, ownMicros, count].map(figure),
      ],
    )
    const times = ['at rest, p50 ms', 'written, p50 ms', 'to rest']
    const header = ['', ...times, 'pages/s', 'own CPU at rest, µs', 'written', 'refused']
    parts.push('### Random pages of lots while 300 receipts/s are written, 8 readers\n', table(header, rows))
  }
  if (refused) {
    const { allowedMicros, allowedRedisMicros, refusedMicros, redisCommands, refused: count } = refused
    parts.push(
      '### A refused request',
      table(
        ['', 'gateway, CPU µs', 'Redis, CPU µs'],
        [
          ['token and limit passed, path unknown (404)', figure(allowedMicros), figure(allowedRedisMicros)],
          [`refused (429): ${count}, with ${redisCommands} calls to Redis`, figure(refusedMicros), '0'],
        ],
      ),
    )
  }
  if (shedding) {
    const rows = [
      ['accepted item read, 64 clients', figure(shedding.acceptedMicros)],
      [`refused because of overload (503): ${shedding.refused}`, figure(shedding.refusedMicros)],
    ]
    parts.push('### A request refused because of overload\n', table(['', 'gateway, CPU µs'], rows))
  }
  if (goodput) {
    const rows = goodput.map(
      ({ workload, contestant, load, isBusy, perSecond, refusedPerSecond, acceptedP99Ms, refusedP99Ms }) => [
        workload,
        titleOf(contestant),
        load,
        isBusy ? 'half' : '–',
        ...[perSecond, refusedPerSecond, acceptedP99Ms, refusedP99Ms].map(figure),
      ],
    )
    const header = ['request', '', 'load', 'CPU taken', 'accepted/s', 'refused/s', 'accepted p99 ms', 'refused p99 ms']
    parts.push('### Goodput under overload\n', table(header, rows))
  }
  if (scaleOut) {
    const header = [
      'inventory processes',
      'request',
      'req/s',
      'gateway',
      'inventory, all',
      'other own',
      'database',
      'broker',
      'conflicts per 1,000',
    ]
    const rows = scaleOut.map(({ processes, row, conflicts }) => {
      const part = (name: string) =>
        Object.entries(row.micros).reduce((sum, [label, micros]) => (label.includes(name) ? sum + micros : sum), 0)
      const own = [part('gateway'), part('inventory')]
      const others = row.ownMicros - own.reduce((sum, micros) => sum + micros, 0)
      const micros = [...own, others, row.micros.database ?? Number.NaN, row.micros.broker ?? Number.NaN]
      return [String(processes), row.workload, figure(row.rate.median), ...micros.map(figure), figure(conflicts)]
    })
    parts.push('### More inventory processes (CPU µs per request)', table(header, rows))
  }
  return parts.join('\n\n')
}
