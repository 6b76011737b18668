import { CommandError } from '../errors/command-error.ts'
import type { PgConnection } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { EXPORT_SNAPSHOT } from '../postgres/statements.ts'
import type { ClusterClock } from './cluster-clock.ts'

/** How long a snapshot can be read, as MongoDB's minSnapshotHistoryWindowInSeconds. */
const KEPT_MS = 300_000
const SWEEP_MS = 5_000
/** Each snapshot needs a connection. */
const MOST_SNAPSHOTS = 8

interface Snapshot {
  time: bigint
  takenAt: number
  /** PostgreSQL's name of it; the transaction on the connection keeps it alive. */
  name: string
  connection: PgConnection
}

/** The snapshots that reads with read concern "snapshot" outside a transaction use, by their cluster time. */
export class Snapshots {
  readonly #pool: ConnectionPool
  readonly #clock: ClusterClock
  readonly #byTime = new Map<bigint, Promise<Snapshot>>()
  readonly #sweeper = setInterval(() => this.#sweep(), SWEEP_MS)

  constructor(pool: ConnectionPool, clock: ClusterClock) {
    this.#pool = pool
    this.#clock = clock
    this.#sweeper.unref()
  }

  /** Takes a snapshot of the present state. Returns its cluster time. */
  async take(): Promise<bigint> {
    const { time } = this.#clock
    if (!this.#byTime.has(time)) {
      const taken = this.#takeAt(time)
      this.#byTime.set(time, taken)
      taken.catch(() => this.#byTime.delete(time))
      const [oldest = time] = this.#byTime.keys()
      if (this.#byTime.size > MOST_SNAPSHOTS) await this.#release(oldest)
    }
    await this.#byTime.get(time)
    return time
  }

  /** Runs a read in the snapshot of a cluster time. */
  async read<T>(time: bigint, connection: PgConnection, work: () => Promise<T>): Promise<T> {
    const snapshot = await this.#byTime.get(time)
    if (!snapshot) throw this.#notKept(time)
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '${snapshot.name}'`
    const begun = connection.execute(begin)
    begun.catch(() => undefined)
    try {
      const result = await work()
      await begun
      return result
    } finally {
      await connection.execute('ROLLBACK').catch(() => connection.close())
    }
  }

  #notKept(time: bigint): CommandError {
    return time > this.#clock.time
      ? new CommandError(
          'InvalidOptions',
          'readConcern atClusterTime value must not be greater than the current clusterTime',
        )
      : new CommandError('SnapshotTooOld', `Read timestamp ${time} is older than the oldest available timestamp.`)
  }

  async #takeAt(time: bigint): Promise<Snapshot> {
    const connection = await this.#pool.acquire('command')
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0'
    connection.execute(begin).catch(() => undefined)
    try {
      const [name] = await connection.query(EXPORT_SNAPSHOT, [])
      return { time, takenAt: performance.now(), name: String(name), connection }
    } catch (error) {
      connection.close()
      this.#pool.release(connection, 'command')
      throw error
    }
  }

  async #release(time: bigint): Promise<void> {
    const pending = this.#byTime.get(time)
    this.#byTime.delete(time)
    const snapshot = await pending?.catch(() => undefined)
    if (!snapshot) return
    await snapshot.connection.execute('ROLLBACK').catch(() => snapshot.connection.close())
    this.#pool.release(snapshot.connection, 'command')
  }

  #sweep(): void {
    const oldest = performance.now() - KEPT_MS
    for (const [time, pending] of this.#byTime) {
      pending.then(
        ({ takenAt }) => (takenAt < oldest ? this.#release(time) : undefined),
        () => undefined,
      )
    }
  }
}
