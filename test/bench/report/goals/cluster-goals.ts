import { type Cluster, type ClusterRow, isFull, type NewProcess } from '../../cluster/cluster.ts'
import { atLeast, type Finding, type Goal, none } from './goal.ts'

/** How many times as much as one process several give, with clients for each of them. */
const GAINS: Readonly<Record<number, number>> = { 2: 1.85, 3: 2.7, 4: 3.5 }
const GAIN_OF_SAME_CLIENTS = 1.6
const SHARE_OF_GAIN = 0.5
/** The period after a new process is ready by which half of the gain is there. */
const FROM_SECOND = 5

/** The goal of processes with equal quotas (P23). */
export function clusterGoals({ rows, newProcesses }: Cluster): Goal[] {
  const refused = rows
    .filter(({ row }) => !isFull(row.idle))
    .flatMap(({ row }) => Object.values(row.failed))
    .reduce((sum, count) => sum + count, 0)
  const gains: Finding[] = [
    ...rows.flatMap((several) => gain(several, rows)),
    ...newProcesses.flatMap((launch) => gainOfNew(launch, rows)),
  ]
  return [
    {
      name: 'P23',
      text: 'equal quotas of a processor, clients constant for each process: receipts and moves with 2, 3, 4 inventory processes, items with 2, 3 gateways and catalogs, 1.85x, 2.7x, 3.5x of one; 64 clients in all, 2 processes: 1.6x, and half of the gain 5 s after a new process is ready; no refusal',
      // Where every row was full, that nothing was refused reaches no goal.
      findings: gains.some(({ isReached }) => isReached !== undefined) ? [...gains, none('refused', refused)] : gains,
    },
  ]
}

const named = ({ several, quota, processes, clients, row: { workload } }: ClusterRow) =>
  `${workload} at ${quota}, ${processes} x ${several}${clients === 64 ? ', 64 clients in all' : ''}`

function gain(several: ClusterRow, rows: readonly ClusterRow[]): Finding[] {
  const one = rows.find((row) => row.processes === 1 && isAlike(row, several))
  if (!one || several.processes === 1) return []
  const what = named(several)
  if (isFull(one.row.idle) || isFull(several.row.idle)) return [{ what, found: 'the machine was full' }]
  const goal = several.clients === one.clients ? GAIN_OF_SAME_CLIENTS : (GAINS[several.processes] ?? Number.NaN)
  return atLeast(what, several.row.rate.median / one.row.rate.median, goal)
}

/** The share of what a second process brings to the same clients once it is warm. */
function gainOfNew(
  { quota, workload, clients, after, beforePerSecond, idle }: NewProcess,
  rows: readonly ClusterRow[],
) {
  const warm = rows.find(
    (row) => row.quota === quota && row.row.workload === workload && row.processes === 2 && row.clients === clients,
  )
  const soon = after.find(({ from }) => from === FROM_SECOND)
  if (!warm || !soon) return []
  const what = `${workload} at ${quota}, new process, share of the gain`
  if (isFull(idle) || isFull(warm.row.idle)) return [{ what, found: 'the machine was full' }]
  const gained = warm.row.rate.median - beforePerSecond
  // Without a gain there is no half of it.
  return atLeast(what, gained > 0 ? (soon.perSecond - beforePerSecond) / gained : 0, SHARE_OF_GAIN)
}

const isAlike = (one: ClusterRow, other: ClusterRow) =>
  one.several === other.several && one.quota === other.quota && one.row.workload === other.row.workload
