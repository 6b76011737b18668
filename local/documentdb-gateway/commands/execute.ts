import { deserialize, serialize } from 'bson'
import { CommandError, toCommandError } from '../errors/command-error.ts'
import { labelsOf } from '../errors/labels.ts'
import { isConnectionLoss } from '../errors/sqlstate.ts'
import { failBefore, failedWriteConcern } from '../fail-points/fail-command.ts'
import type { PgConnection } from '../postgres/connection.ts'
import type { DiskSpace } from '../postgres/disk-space.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import type { ClusterClock } from '../replica-set/cluster-clock.ts'
import { checkReadConcern, type ReadConcern } from '../replica-set/read-concern.ts'
import type { Snapshots } from '../replica-set/snapshots.ts'
import { checkWriteConcern } from '../replica-set/write-concern.ts'
import { checkSession } from '../transactions/rules.ts'
import type { Transactions } from '../transactions/transactions.ts'
import type { Client } from '../wire/client.ts'
import { type Command, sessionId } from '../wire/command.ts'
import { appendMembers } from '../wire/reply.ts'
import { checkLevels } from '../writes/document-limits.ts'
import { type Handler, type HandlerContext, handlerOf } from './handlers.ts'
import { informationalReply } from './informational.ts'
import { withSnapshotTime } from './snapshot-time.ts'

const WRITE_TRIES = 10
const OK = serialize({ ok: 1 })

/** The state of the gateway. */
export interface Context extends HandlerContext {
  transactions: Transactions
  clock: ClusterClock
  snapshots: Snapshots
  diskSpace: DiskSpace
}

/** Carries out one command. Returns the reply as BSON. */
export async function execute(command: Command, client: Client, context: Context): Promise<Uint8Array> {
  const { clock, failPoints } = context
  if (command.clusterTime !== undefined) clock.advanceTo(command.clusterTime)
  if (command.name === 'configureFailPoint') return serialize(failPoints.configure(command.body))
  await failBefore(failPoints, command, client.appName)
  const informational = informationalReply(command, client, clock)
  if (informational) return serialize(informational)
  const { writeConcernError, readConcern } = check(command, clock)
  const reply = await carryOut(command, readConcern, client, context)
  const failure = failedWriteConcern(failPoints, command, client.appName)
  const error = failure?.writeConcernError ?? writeConcernError
  if (!error) return reply
  const errorLabels = failure?.labels ?? labelsOf(command, undefined, Number(error.code))
  return appendMembers(reply, { writeConcernError: error, ...(errorLabels.length > 0 && { errorLabels }) })
}

/** Checks the members that any command can have by MongoDB's rules. */
function check(command: Command, clock: ClusterClock) {
  checkLevels(command)
  checkSession(command)
  return { readConcern: checkReadConcern(command, clock), writeConcernError: checkWriteConcern(command) }
}

async function carryOut(
  command: Command,
  readConcern: ReadConcern | undefined,
  client: Client,
  context: Context,
): Promise<Uint8Array> {
  const { transactions, clock } = context
  switch (command.name) {
    case 'commitTransaction':
      await transactions.commit(command)
      clock.tick()
      return OK
    case 'abortTransaction':
      await transactions.abort(command)
      return OK
    case 'endSessions':
    case 'killSessions':
      await endSessions(command, transactions)
      return OK
    case 'killAllSessions':
      await transactions.endAllSessions()
      return OK
    case 'setParameter':
      return setParameter(command, transactions)
  }
  const handler = handlerOf(command.name)
  if (!handler) throw new CommandError('CommandNotFound', `no such command: '${command.name}'`)
  if (isSnapshotRead(command, readConcern, context)) return readSnapshot(handler, command, readConcern, client, context)
  const { reply } = await runHandler(handler, command, client, context)
  if (handler.writes && !command.inTransaction) clock.tick()
  return reply
}

async function runHandler(handler: Handler, command: Command, client: Client, context: Context) {
  if (handler.writes) context.diskSpace.reserve()
  const work = (connection: PgConnection) =>
    withTimeLimit(connection, command, () => handler.work(connection, command, context, client))
  return command.inTransaction
    ? context.transactions.run(command, client, handler.writes, work)
    : onConnection(context.pool, handler.writes ? WRITE_TRIES : 1, work)
}

function isSnapshotRead(command: Command, readConcern: ReadConcern | undefined, { cursors }: Context): boolean {
  if (command.inTransaction) return false
  return readConcern?.level === 'snapshot' || cursors.snapshotOf(command) !== undefined
}

/** Runs a read outside a transaction in a snapshot: a given one, that of its cursor, or a new one. */
async function readSnapshot(
  handler: Handler,
  command: Command,
  readConcern: ReadConcern | undefined,
  client: Client,
  context: Context,
): Promise<Uint8Array> {
  const { pool, snapshots, cursors } = context
  const time = readConcern?.atClusterTime ?? cursors.snapshotOf(command) ?? (await snapshots.take())
  const { reply } = await onConnection(pool, 1, (connection) =>
    snapshots.read(time, connection, () => handler.work(connection, command, context, client)),
  )
  cursors.keepSnapshot(reply, time)
  return withSnapshotTime(reply, time)
}

// MongoDB repeats a write outside a transaction when it conflicts with another one, since it had no effect.
async function onConnection<T>(
  pool: ConnectionPool,
  tries: number,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire('command')
  try {
    for (let i = 1; ; i++) {
      try {
        return await work(connection)
      } catch (error) {
        if (isConnectionLoss(error) && !(error instanceof CommandError)) throw error
        const translated = toCommandError(error)
        if (translated.codeName !== 'WriteConflict' || i >= tries) throw translated
      }
    }
  } finally {
    pool.release(connection, 'command')
  }
}

async function withTimeLimit<T>(connection: PgConnection, { maxTimeMs }: Command, work: () => Promise<T>): Promise<T> {
  if (maxTimeMs === undefined) return work()
  connection.execute(`SET statement_timeout = ${maxTimeMs}`).catch(() => undefined)
  const result = work()
  connection.execute('RESET statement_timeout').catch(() => undefined)
  return result
}

async function endSessions({ body, name }: Command, transactions: Transactions): Promise<void> {
  const { [name]: sessions } = deserialize(body, { raw: true, fieldsAsRaw: { [name]: true } })
  for (const lsid of Array.isArray(sessions) ? sessions : []) {
    const id = Buffer.isBuffer(lsid) ? sessionId(lsid) : undefined
    if (id !== undefined) await transactions.endSession(id)
  }
}

function setParameter({ body }: Command, transactions: Transactions): Uint8Array {
  const { transactionLifetimeLimitSeconds: seconds } = deserialize(body)
  if (typeof seconds !== 'number') throw new CommandError('InvalidOptions', 'no option found to set')
  const was = transactions.lifetimeLimitSeconds
  transactions.lifetimeLimitSeconds = seconds
  return serialize({ was, ok: 1 })
}
