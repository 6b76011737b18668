import { Client } from 'pg'
import { isConnectionLoss } from '../errors/sqlstate.ts'

/** A prepared statement: its name and its text, which are fixed. */
export interface Statement {
  name: string
  text: string
}

/** A value of a statement's parameter or column: text, BSON bytes, a number as text. */
export type Value = string | Buffer | boolean | number | null

/** One connection to PostgreSQL. Commands that are given without waiting are sent at once and run in order. */
export class PgConnection {
  readonly #client: Client
  isBroken = false

  constructor(client: Client) {
    this.#client = client
    client.on('error', () => {
      this.isBroken = true
    })
    client.on('end', () => {
      this.isBroken = true
    })
  }

  /** Runs a prepared statement; the first row, or no values when there is none. */
  async query({ name, text }: Statement, values: Value[]): Promise<Value[]> {
    const { rows } = await this.#watch(this.#client.query<Value[]>({ name, text, values, rowMode: 'array' }))
    return rows[0] ?? []
  }

  /** Runs plain SQL; the tag of the last command, such as COMMIT. */
  async execute(sql: string): Promise<string> {
    const result = await this.#watch(this.#client.query(sql))
    const last = Array.isArray(result) ? result.at(-1) : result
    return last?.command ?? ''
  }

  /** Closes it; what still runs on it is rolled back by PostgreSQL. */
  close(): void {
    this.isBroken = true
    this.#client.end().catch(() => undefined)
  }

  async #watch<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (error) {
      if (isConnectionLoss(error)) this.isBroken = true
      throw error
    }
  }
}

/** Opens a connection to the cluster whose socket is in the folder. */
export async function openConnection(socketFolder: string): Promise<PgConnection> {
  const client = new Client({
    host: socketFolder,
    user: 'postgres',
    database: 'postgres',
    options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: 5_000,
    pipeline: true,
  })
  // It listens from the start: an error that follows a failed attempt to connect would end the process.
  const connection = new PgConnection(client)
  await client.connect()
  return connection
}

const SESSION_SETTINGS = [
  'lock_timeout=5s',
  'statement_timeout=60s',
  'idle_in_transaction_session_timeout=65s',
  'client_min_messages=error',
]
