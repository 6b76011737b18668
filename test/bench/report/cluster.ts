import { type Cluster, isFull } from '../cluster/cluster.ts'
import { figure, ratio, table } from './table.ts'

/** A table of rows with quotas, and one of the first half minute of a new process. */
export function describeCluster({ rows, newProcesses }: Cluster): string {
  const told = rows.toSorted(
    (one, other) =>
      other.several.localeCompare(one.several) ||
      other.quota - one.quota ||
      other.row.workload.localeCompare(one.row.workload) ||
      one.processes - other.processes ||
      one.clients - other.clients,
  )
  const cells = told.map(({ several, quota, processes, clients, row }) => {
    const one = rows.find(
      (other) =>
        other.processes === 1 &&
        other.several === several &&
        other.quota === quota &&
        other.row.workload === row.workload,
    )
    const refused = Object.values(row.failed).reduce((sum, count) => sum + count, 0)
    return [
      `${processes} x ${several}`,
      ...[String(quota), row.workload, String(clients), figure(row.rate.median)],
      processes === 1 ? '–' : ratio(row.rate.median / (one?.row.rate.median ?? Number.NaN)),
      ...[row.p50Ms, row.p99Ms, row.ownMicros, row.micros.database ?? Number.NaN, row.micros.broker ?? Number.NaN].map(
        figure,
      ),
      String(refused),
      idle(row.idle),
    ]
  })
  const header = ['', 'quota', 'request', 'clients', 'req/s', 'to one', 'p50 ms', 'p99 ms', 'own CPU µs', 'database']
  const parts = [table([...header, 'broker', 'refused', 'machine idle'], cells)]
  if (newProcesses.length > 0) {
    const periods = newProcesses[0]?.after ?? []
    const first = ['quota', 'request', 'clients', 'one process, req/s', 'ready after s']
    const launches = newProcesses.map((launch) => [
      ...[String(launch.quota), launch.workload, String(launch.clients)],
      ...[figure(launch.beforePerSecond), figure(launch.readySeconds)],
      ...periods
        .map(({ from }) => launch.after.find((period) => period.from === from)?.perSecond ?? Number.NaN)
        .map(figure),
      idle(launch.idle),
    ])
    const titles = [...first, ...periods.map(({ from, to }) => `${from} to ${to} s later`), 'machine idle']
    parts.push(
      'A second inventory process that is started under load, in its first half minute:',
      table(titles, launches),
    )
  }
  return parts.join('\n\n')
}

const idle = (share: number | undefined) =>
  `${Math.round((share ?? Number.NaN) * 100)} %${isFull(share) ? ', full: not compared' : ''}`
