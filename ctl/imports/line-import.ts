import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import { inventory, MAX_BATCH_LINES } from '../../shared/contract/inventory/inventory.ts'
import type { Connection } from '../connection/connection.ts'
import { retryWhileUnavailable, sendLines } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/failure.ts'
import type { ImportKind } from './import-file.ts'
import { type ImportedLine, type LineCalls, type LineResult, settleInOrder } from './settle-in-order.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows that are lines of one request, which does each line once for its key. */
export interface LineKind {
  /** Begin of the keys. */
  readonly prefix: string
  /** The outcome of a row that was done. */
  readonly done: string
  /** Column of the item whose later rows rest on its earlier ones; otherwise each row is done for itself. */
  readonly restsOn?: string
  send(
    connection: Connection,
    lines: readonly (Row & { readonly key: string })[],
    context: { readonly operationId: string; readonly attempt: string },
  ): Promise<{ readonly results: readonly LineResult[] }>
}

/**
 * Each row is one line; rows are sent in batches. The key holds the import's name and the line, so that repeating an import
 * does nothing twice, while another import with the same rows is done.
 */
export const lineImport = (
  kind: LineKind,
): Pick<ImportKind, 'outcomes' | 'batchSize' | 'createImport' | 'repeatHint'> => ({
  outcomes: [kind.done, 'unchanged'],
  batchSize: MAX_BATCH_LINES,
  createImport: (connection, importName) => {
    const idOfImport = createHash('sha256').update(importName).digest('base64url')
    const refused = new Map<unknown, number>()
    const { restsOn } = kind
    return async (records) => {
      const lines = records.map(({ rows: [row = {}], line }) => ({
        series: `${kind.prefix}-${idOfImport}-${line}`,
        row,
        line,
        item: restsOn === undefined ? undefined : row[restsOn],
      }))
      const calls = lineCalls(kind, connection)
      return restsOn === undefined ? settleEach(lines, calls) : settleInOrder(lines, refused, calls)
    }
  },
  repeatHint: (importName) =>
    `Correct them in the file and repeat with --as '${importName}', the name of this import: other rows are left alone.`,
})

const lineCalls = (kind: LineKind, connection: Connection): LineCalls => ({
  async send(lines) {
    const context = { operationId: randomUUID(), attempt: randomUUID() }
    const keyed = lines.map(({ series, row }) => ({ ...row, key: `${series}-1` }))
    return sendLines(() => kind.send(connection, keyed, context))
  },
  async settle(line, { error, replayed } = {}) {
    if (!error) return replayed ? 'unchanged' : kind.done
    const refusal = AppError.fromBody(error)
    if (isOfTheKey(refusal, replayed)) return importAlone(kind, connection, line)
    throw refusal
  },
})

async function settleEach(lines: readonly ImportedLine[], { send, settle }: LineCalls) {
  if (lines.length === 0) return []
  const sent = send(lines)
  return Promise.allSettled(lines.map(async (line, index) => settle(line, (await sent)[index])))
}

/** A refusal because of what happened under the key before. */
const isOfTheKey = ({ code, reason }: AppError, replayed = false) =>
  code === 'conflict' && (replayed || reason === 'key_used')

/** Imports a row under the first key of its series that was not refused before. */
async function importAlone(kind: LineKind, connection: Connection, { series, row }: ImportedLine): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const key = `${series}-${attempt}`
    const { error, replayed } = await sendAlone(kind, connection, { ...row, key })
    if (!error) return replayed ? 'unchanged' : kind.done
    if (error.code !== 'conflict') throw error
    // The recorded refusal of an earlier import, whose reason may be gone.
    if (replayed) continue
    if (!isOfTheKey(error)) throw error
    const { status, answer } = await retryWhileUnavailable(() => connection.call(inventory.getOperation, { key }))
    if (status === 'refused') continue
    // Without the result, which is not kept for ever, it is only known that the row was imported.
    if (answer === null) return 'unchanged'
    throw new CtlError('The import of this name had another row on this line: import another file by another name.')
  }
}

async function sendAlone(kind: LineKind, connection: Connection, line: Row & { readonly key: string }) {
  const context = { operationId: randomUUID(), attempt: randomUUID() }
  const [{ error, replayed } = {}] = await sendLines(() => kind.send(connection, [line], context))
  return { error: error && AppError.fromBody(error), replayed }
}
