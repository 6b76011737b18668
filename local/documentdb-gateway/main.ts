import { once } from 'node:events'
import { Cursors } from './commands/cursors.ts'
import { FailPoints } from './fail-points/fail-points.ts'
import { openConnection } from './postgres/connection.ts'
import { DiskSpace } from './postgres/disk-space.ts'
import { ConnectionPool } from './postgres/pool.ts'
import { FORGET_SESSIONS } from './postgres/statements.ts'
import { ClusterClock } from './replica-set/cluster-clock.ts'
import { Snapshots } from './replica-set/snapshots.ts'
import { createGateway } from './server.ts'
import { Transactions } from './transactions/transactions.ts'

// The folder of PostgreSQL's socket is the working directory: an absolute path can be too long for a socket.
const SOCKET_FOLDER = '/proc/self/cwd'
const DEFAULT_TRANSACTION_LIFETIME_SECONDS = 60
// A transaction has a connection until it ends; MongoDB has no such limit. One that waits to begin holds a socket of its
// client, so that those which have begun may find none to go on. Connections are opened as they are needed.
const POOL_SIZE = 300
const TRANSACTION_LIMIT = 280
const OPEN_BEFORE_READY = 8
const OPEN_EARLY = 20
const FORGET_EVERY_MS = 10 * 60_000

const pool = new ConnectionPool({
  open: () => openConnection(SOCKET_FOLDER),
  size: POOL_SIZE,
  transactionLimit: TRANSACTION_LIMIT,
  longestQueue: 1_000,
  longestWaitMs: 2_000,
})
const cursors = new Cursors()
const failPoints = new FailPoints()
const lifetimeSeconds = Number(process.env.TRANSACTION_LIFETIME_SECONDS ?? DEFAULT_TRANSACTION_LIFETIME_SECONDS)
const transactions = new Transactions(pool, failPoints, lifetimeSeconds, (lsid, txnNumber) =>
  cursors.endTransaction(lsid, txnNumber),
)
const clock = new ClusterClock()
const snapshots = new Snapshots(pool, clock)
const server = createGateway({
  pool,
  transactions,
  cursors,
  failPoints,
  clock,
  snapshots,
  diskSpace: new DiskSpace(SOCKET_FOLDER),
})
const end = () => process.exit(0)
process.once('SIGTERM', end)
process.once('disconnect', end)

await pool.warmUp(OPEN_BEFORE_READY)
server.listen(Number(process.env.PORT), '127.0.0.1')
await once(server, 'listening')
process.send?.('ready')
// A failed attempt is repeated at the next interval.
setInterval(() => void forgetSessions().catch(() => undefined), FORGET_EVERY_MS).unref()
await pool.warmUp(OPEN_EARLY).catch(() => undefined)

async function forgetSessions(): Promise<void> {
  const connection = await pool.acquire('command')
  await connection.execute(FORGET_SESSIONS).catch(() => undefined)
  pool.release(connection, 'command')
}
