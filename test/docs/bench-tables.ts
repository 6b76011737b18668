import { type Cluster, isFull } from '../bench/cluster/cluster.ts'
import { type Alone, type Comparison, readResults } from '../bench/results.ts'
import type { Row as BenchRow } from '../bench/summarize.ts'
import { type Row, table } from './table.ts'

const NOT_MEASURED: Row = ['not measured yet']
/** For each process. */
const CLIENTS = 64
const figure = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1))

/** What one warm client gets, what further processes bring, and what many get, from the saved results of the benchmark. */
export function aloneTable(): string {
  const alone = readResults<Alone>('alone')
  const load = alone?.loads.find(({ clients, warmUpSeconds }) => clients === 1 && warmUpSeconds > 1)
  if (!alone || !load) return table(['One client, p50 ms'], [NOT_MEASURED])
  const { contestants } = alone
  const workloads = [...new Set(load.rows.map(({ workload }) => workload))]
  const compared = (title: string, rows: readonly BenchRow[], show: (row: BenchRow) => string) => {
    const cell = (workload: string, name: string) => {
      const row = rows.find((each) => each.workload === workload && each.contestant === name)
      return row ? show(row) : '–'
    }
    const measured = contestants.filter(({ name }) => rows.some(({ contestant }) => contestant === name))
    return table(
      [title, ...measured.map(({ title: contestant }) => contestant)],
      workloads.map((workload) => [workload, ...measured.map(({ name }) => cell(workload, name))]),
    )
  }
  const many = readResults<Comparison>('comparison')?.rows ?? []
  return [
    compared('One client, p50 ms (own CPU µs)', load.rows, (row) => `${figure(row.p50Ms)} (${figure(row.ownMicros)})`),
    receiptsByProcesses(),
    compared(`${CLIENTS} clients at once, requests/s`, many, ({ rate }) => figure(rate.median)),
  ].join('\n\n')
}

/** Receipts with the largest quota. */
function receiptsByProcesses(): string {
  const { rows = [] } = readResults<Cluster>('cluster') ?? {}
  const quota = Math.max(...rows.map((row) => row.quota))
  const receipts = rows
    .filter((row) => row.row.workload === 'receive' && row.quota === quota && row.clients === CLIENTS * row.processes)
    .toSorted((one, other) => one.processes - other.processes)
  if (receipts.length === 0) return 'Receipts/s of several inventory processes: not measured yet.'
  const perSecond = receipts
    .map(({ row }) => figure(row.rate.median) + (isFull(row.idle) ? ' (the machine was full)' : ''))
    .join(', ')
  const counts = receipts.map(({ processes }) => processes).join(', ')
  return `Receipts/s with ${counts} inventory processes that have ${quota} of a processor each: ${perSecond}.`
}

/** What further processes bring that have a part of a processor each, from the saved results of the benchmark. */
export function processesTable(): string {
  const { rows = [] } = readResults<Cluster>('cluster') ?? {}
  const ones = rows.filter(({ processes }) => processes === 1)
  const counts = [...new Set(rows.map(({ processes }) => processes))].toSorted((one, other) => one - other)
  if (ones.length === 0) return table(['Requests/s'], [NOT_MEASURED])
  return table(
    [`Requests/s, ${CLIENTS} clients for each process`, ...counts.map(String)],
    ones.map(({ several, quota, row: { workload } }) => [
      `${workload}, ${several}, ${quota} of a processor each`,
      ...counts.map((count) => {
        const found = rows.find(
          (each) =>
            each.several === several &&
            each.quota === quota &&
            each.row.workload === workload &&
            each.processes === count &&
            each.clients === CLIENTS * count,
        )
        return found ? figure(found.row.rate.median) + (isFull(found.row.idle) ? ', the machine was full' : '') : '–'
      }),
    ]),
  )
}
