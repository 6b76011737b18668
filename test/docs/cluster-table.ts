import type { Comparison } from '../bench/results.ts'
import { textOf } from './docs.ts'
import { type Row, table } from './table.ts'

/** Requests per second, of which a fifth are writes. */
const RATES = [1_000, 10_000, 100_000]
const SHARE_OF_WRITES = 0.2
/** So much of a processor's time is used. */
const BUSY = 0.6
const FEWEST_PROCESSES = 2
const PROCESSORS_OF_A_SHARD = 16
/** The feed's changes per second (docs/adr/0004-outbox-and-one-feed.md). */
const MAX_CHANGES = 2_560

/** What rates of requests need, from the CPU time of a request of the mix in the saved results of the benchmark. */
export function clusterTable(): string {
  // Saved by test/bench/results.ts.
  const { rows } = JSON.parse(textOf('test/bench/results/comparison.json')) as Comparison
  const micros = rows.find(({ workload, contestant }) => workload === 'mix' && contestant === 'ours')?.micros ?? {}
  const microsOf = (name: string) =>
    Object.entries(micros).reduce((sum, [process, each]) => (process.includes(name) ? sum + each : sum), 0)
  const processors = (name: string, rate: number) => Math.ceil((microsOf(name) * rate) / 1e6 / BUSY)
  const row = (title: string, name: string, cell: (needed: number, rate: number) => string): Row => [
    title,
    Math.round(microsOf(name)).toLocaleString('en-US'),
    ...RATES.map((rate) => cell(processors(name, rate), rate)),
  ]
  const processes = (needed: number) => String(Math.max(FEWEST_PROCESSES, needed))
  return table(
    ['Requests/s', 'µs a request', ...RATES.map((rate) => rate.toLocaleString('en-US'))],
    [
      row('gateway, processes', 'gateway', processes),
      ...['auth', 'catalog', 'inventory'].map((name) => row(name, name, processes)),
      row('notifications', 'notifications', (needed, rate) =>
        rate * SHARE_OF_WRITES > MAX_CHANGES ? 'see below' : processes(needed),
      ),
      row('RabbitMQ, processors', 'broker', String),
      row('Redis, processors', 'redis', (needed) => (needed > 1 ? `${needed}, in a Redis cluster` : String(needed))),
      row('database, processors', 'database', String),
      [
        `MongoDB shards of ${PROCESSORS_OF_A_SHARD} processors, each a replica set of three`,
        '',
        ...RATES.map((rate) => String(Math.ceil(processors('database', rate) / PROCESSORS_OF_A_SHARD))),
      ],
    ],
  )
}
