import { deserialize, serialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { PgConnection, Statement, Value } from '../postgres/connection.ts'
import { DELETE_CURSORS, GET_MORE } from '../postgres/statements.ts'
import { type Command, numberValue, scan } from '../wire/bson-scan.ts'

const IDLE_LIMIT_MS = 10 * 60_000
const SWEEP_MS = 10_000

type CursorId = bigint | number

interface Cursor {
  db: string
  continuation: Buffer
  lastUsed: number
}

/** The cursors that clients have open; the state of each lies in its continuation, not in a connection. */
export class Cursors {
  readonly #open = new Map<string, Cursor>()

  constructor() {
    setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  /** Runs a command that opens a cursor; its first page. */
  async first(connection: PgConnection, statement: Statement, command: Command): Promise<Buffer> {
    const [page, continuation, , id] = await connection.query(statement, [command.db, command.body])
    if (Buffer.isBuffer(continuation)) this.#keep(String(id), command.db, continuation)
    return toPage(page)
  }

  /** The next page of an open cursor. */
  async next(connection: PgConnection, command: Command): Promise<Buffer> {
    const id = cursorId(command)
    const cursor = this.#open.get(id)
    if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
    this.#open.delete(id)
    const [page, continuation] = await connection.query(GET_MORE, [cursor.db, command.body, cursor.continuation])
    if (Buffer.isBuffer(continuation)) this.#keep(id, cursor.db, continuation)
    return toPage(page)
  }

  /** Forgets the cursors that the command names. */
  async kill(connection: PgConnection, command: Command): Promise<Uint8Array> {
    const cursors: CursorId[] = deserialize(command.body, { useBigInt64: true }).cursors ?? []
    const known = cursors.filter((id) => this.#open.delete(String(id)))
    if (known.length > 0) await connection.query(DELETE_CURSORS, [`{${known.join(',')}}`])
    const cursorsNotFound = cursors.filter((id) => !known.includes(id))
    return serialize({ cursorsKilled: known, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 })
  }

  #keep(id: string, db: string, continuation: Buffer): void {
    this.#open.set(id, { db, continuation, lastUsed: performance.now() })
  }

  #sweep(): void {
    const oldest = performance.now() - IDLE_LIMIT_MS
    for (const [id, { lastUsed }] of this.#open) if (lastUsed < oldest) this.#open.delete(id)
  }
}

function cursorId({ body }: Command): string {
  for (const element of scan(body)) return String(numberValue(body, element) ?? 0)
  return '0'
}

function toPage(page: Value | undefined): Buffer {
  if (Buffer.isBuffer(page)) return page
  throw new CommandError('InternalError', 'the database answered without a page')
}
