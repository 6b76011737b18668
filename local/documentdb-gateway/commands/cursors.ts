import { randomBytes } from 'node:crypto'
import { calculateObjectSize, type Document, deserialize, Long, serialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { PgConnection, Statement, Value } from '../postgres/connection.ts'
import { DELETE_CURSORS, GET_MORE } from '../postgres/statements.ts'
import { elementOf, embeddedValue, numberValue, scan } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'
import { leavesCursorOpen, withCursorId } from './full-page.ts'

const IDLE_LIMIT_MS = 10 * 60_000
const SWEEP_MS = 10_000
/** Bytes of the documents in a page of results; with the rest of the reply less than MongoDB's 16 MiB. */
const PAGE_BYTES = 16_000_000

type CursorId = bigint | number

interface Cursor {
  db: string
  target: string
  /** The position in the result; undefined when the result has been read to its end. */
  continuation: Buffer | undefined
  /** What is left of a list that is kept here. */
  rest?: readonly Document[]
  lsid: string | undefined
  /** The number of the transaction that opened it. */
  txnNumber: bigint | undefined
  lastUsed: number
  /** The cluster time of the snapshot that it reads. */
  snapshot?: bigint
}

/** The open cursors. The state of a cursor is its continuation, so it needs no connection of its own. */
export class Cursors {
  readonly #open = new Map<string, Cursor>()

  constructor() {
    setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  /** Runs a command that opens a cursor. Returns its first page. */
  async first(connection: PgConnection, statement: Statement, command: Command): Promise<Buffer> {
    const [value, continuation, , id] = await connection.query(statement, [command.db, command.body])
    const page = toPage(value)
    if (Buffer.isBuffer(continuation)) {
      this.#keep(String(id), command, continuation)
      return page
    }
    if (!leavesCursorOpen(command, page)) return page
    const newId = newCursorId()
    this.#keep(String(newId), command, undefined)
    return withCursorId(page, newId)
  }

  /** The cursor of a list of results, with its first page; what does not fit is kept. */
  keepResults(command: Command, results: readonly Document[], batchSize: number | undefined): Document {
    const firstBatch = takePage(results, batchSize)
    const rest = results.slice(firstBatch.length)
    const id = rest.length > 0 ? newCursorId() : 0n
    if (rest.length > 0) this.#keep(String(id), command, undefined, rest)
    return { id: Long.fromBigInt(id), firstBatch, ns: `${command.db}.${collectionOf(command)}` }
  }

  /** The next page of an open cursor. */
  async next(connection: PgConnection, command: Command): Promise<Buffer | Uint8Array> {
    const id = cursorId(command)
    const cursor = this.#open.get(id)
    if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
    checkOwner(id, cursor, command)
    this.#open.delete(id)
    const { db, target, continuation, rest: results } = cursor
    if (results) return this.#nextResults(id, cursor, results, command)
    if (!continuation) return serialize({ cursor: { nextBatch: [], id: Long.ZERO, ns: `${db}.${target}` }, ok: 1 })
    const [page, rest] = await connection.query(GET_MORE, [db, command.body, continuation])
    if (Buffer.isBuffer(rest)) this.#open.set(id, { ...cursor, continuation: rest, lastUsed: performance.now() })
    return toPage(page)
  }

  /** Closes the cursors that the command names. */
  async kill(connection: PgConnection, command: Command): Promise<Uint8Array> {
    const cursors: CursorId[] = deserialize(command.body, { useBigInt64: true }).cursors ?? []
    const known = cursors.filter((id) => this.#open.delete(String(id)))
    if (known.length > 0) await connection.query(DELETE_CURSORS, [`{${known.join(',')}}`])
    const cursorsNotFound = cursors.filter((id) => !known.includes(id))
    return serialize({ cursorsKilled: known, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 })
  }

  /** Closes the cursors of a transaction that has ended. */
  endTransaction(lsid: string, txnNumber: bigint): void {
    for (const [id, cursor] of this.#open) {
      if (cursor.lsid === lsid && cursor.txnNumber === txnNumber) this.#open.delete(id)
    }
  }

  /** The snapshot that a getMore reads; undefined when its cursor reads none. */
  snapshotOf(command: Command): bigint | undefined {
    return command.name === 'getMore' ? this.#open.get(cursorId(command))?.snapshot : undefined
  }

  /** Ties the cursor in a reply to a snapshot. */
  keepSnapshot(reply: Uint8Array, snapshot: bigint): void {
    const cursor = this.#open.get(idInReply(Buffer.from(reply)))
    if (cursor) cursor.snapshot = snapshot
  }

  #nextResults(id: string, cursor: Cursor, results: readonly Document[], command: Command): Uint8Array {
    const nextBatch = takePage(results, batchSizeOf(command))
    const rest = results.slice(nextBatch.length)
    if (rest.length > 0) this.#open.set(id, { ...cursor, rest, lastUsed: performance.now() })
    const newId = rest.length > 0 ? Long.fromString(id) : Long.ZERO
    return serialize({ cursor: { id: newId, nextBatch, ns: `${cursor.db}.${cursor.target}` }, ok: 1 })
  }

  #keep(id: string, command: Command, continuation: Buffer | undefined, rest?: readonly Document[]): void {
    const { db, lsid, inTransaction, txnNumber } = command
    const target = collectionOf(command)
    const owner = { lsid, txnNumber: inTransaction ? txnNumber : undefined }
    const kept = { db, target, continuation, ...(rest && { rest }) }
    this.#open.set(id, { ...kept, ...owner, lastUsed: performance.now() })
  }

  #sweep(): void {
    const oldest = performance.now() - IDLE_LIMIT_MS
    for (const [id, { lastUsed }] of this.#open) if (lastUsed < oldest) this.#open.delete(id)
  }
}

// A cursor belongs to the session and to the transaction that opened it, by the rules and codes of MongoDB's getMore.
function checkOwner(id: string, cursor: Cursor, { lsid, txnNumber }: Command): void {
  const fail = (code: number, why: string) => {
    throw new CommandError(code, `Cannot run getMore on cursor ${id}, which was ${why}`)
  }
  if (lsid !== undefined && cursor.lsid === undefined) fail(50736, `not created in a session, in session ${lsid}`)
  if (lsid === undefined && cursor.lsid !== undefined) fail(50737, `created in session ${cursor.lsid}, without an lsid`)
  if (lsid !== cursor.lsid) fail(50738, `created in session ${cursor.lsid}, in session ${lsid}`)
  if (txnNumber !== undefined && cursor.txnNumber === undefined)
    fail(50739, `not created in a transaction, in transaction ${txnNumber}`)
  if (txnNumber === undefined && cursor.txnNumber !== undefined)
    fail(50740, `created in transaction ${cursor.txnNumber}, without a txnNumber`)
  if (txnNumber !== cursor.txnNumber)
    fail(50741, `created in transaction ${cursor.txnNumber}, in transaction ${txnNumber}`)
}

function collectionOf({ name, target }: Command): string {
  return name === 'listCollections' || name === 'bulkWrite' ? `$cmd.${name}` : target
}

function newCursorId(): bigint {
  return randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn
}

/** As many documents as a page may have and as fit into a reply. */
function takePage(documents: readonly Document[], batchSize = Number.POSITIVE_INFINITY): Document[] {
  const page: Document[] = []
  let bytes = 0
  for (const document of documents) {
    bytes += calculateObjectSize(document)
    if (page.length >= batchSize || (page.length > 0 && bytes > PAGE_BYTES)) break
    page.push(document)
  }
  return page
}

function batchSizeOf({ body }: Command): number | undefined {
  const element = elementOf(body, 'batchSize')
  const size = element && numberValue(body, element)
  return size === undefined ? undefined : Number(size)
}

function cursorId({ body }: Command): string {
  for (const element of scan(body)) return String(numberValue(body, element) ?? 0)
  return '0'
}

function idInReply(reply: Buffer): string {
  const element = elementOf(reply, 'cursor')
  const cursor = element && embeddedValue(reply, element)
  const id = cursor && elementOf(cursor, 'id')
  return String((cursor && id && numberValue(cursor, id)) ?? 0)
}

function toPage(page: Value | undefined): Buffer {
  if (Buffer.isBuffer(page)) return page
  throw new CommandError('InternalError', 'the database answered without a page')
}
