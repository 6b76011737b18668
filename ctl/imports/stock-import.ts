import { createHash, randomUUID } from 'node:crypto'
import { AppError, KEY_WAS_USED } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { inventory, MAX_BATCH_LINES } from '../../shared/contract/inventory/inventory.ts'
import type { Connection } from '../connection/connection.ts'
import { isTemporary, retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { toCommandFields } from '../fields/command-field.ts'
import { CtlError } from '../output/io.ts'
import type { ImportKind } from './import-file.ts'

/**
 * Each row is one receipt; rows are sent in batches. The operation id holds the import's name and the line, so that
 * repeating an import receives nothing twice, while another import with the same rows is received.
 */
export const stockImport: ImportKind = {
  summary: 'Receive the lots of a file; rows that the same import has received before are left alone',
  fields: toCommandFields(inventory.receive),
  outcomes: ['received', 'unchanged'],
  batchSize: MAX_BATCH_LINES,
  createImport: (connection, importName) => {
    const idOfImport = createHash('sha256').update(importName).digest('base64url')
    return async (records) => {
      const receipts = records.map(({ rows, line }) => ({ series: `import-${idOfImport}-${line}`, row: rows[0] ?? {} }))
      return receiveBatch(connection, receipts)
    }
  },
  repeatHint: (importName) =>
    `Correct them in the file and repeat with --as '${importName}', the name of this import: other rows are left alone.`,
}

interface Receipt {
  /** The begin of its operation ids: each try after a refusal has another one. */
  readonly series: string
  readonly row: Readonly<Record<string, unknown>>
}

async function receiveBatch(connection: Connection, receipts: readonly Receipt[]) {
  const lines = receipts.map(({ series, row }) => ({ action: 'receive' as const, ...row, key: `${series}-1` }))
  const context = { operationId: randomUUID(), attempt: randomUUID() }
  const sent = retryWhileUnavailable(() => connection.call(inventory.batch, { mode: 'perLine', lines }, context))
  return Promise.allSettled(
    receipts.map(async (receipt, index) => {
      const { error, replayed } = (await sent).results[index] ?? {}
      if (!error) return replayed ? 'unchanged' : 'received'
      const refusal = AppError.fromBody(error)
      // What a batch does not say of such a line is found out alone, under the same operation id.
      if (isTemporary(refusal) || isOfTheKey(refusal, replayed)) return receiveOnce(connection, receipt)
      throw refusal
    }),
  )
}

/** A refusal because of what happened under the operation id before. */
const isOfTheKey = ({ code, message }: AppError, replayed = false) =>
  code === 'conflict' && (replayed || message.startsWith(KEY_WAS_USED))

/** Receives a row under the first operation id of its series that was not refused before. */
async function receiveOnce({ call, wasReplayed }: Connection, { series, row }: Receipt): Promise<string> {
  const input = parseInput(inventory.receive.input, row)
  for (let attempt = 1; ; attempt++) {
    const operationId = `${series}-${attempt}`
    const context = { operationId, hasClientKey: true, attempt: randomUUID() }
    try {
      await retryWhileUnavailable(() => call(inventory.receive, input, context))
      return wasReplayed(operationId) ? 'unchanged' : 'received'
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      // The recorded refusal of an earlier import, whose reason may be gone.
      if (wasReplayed(operationId)) continue
      if (!isOfTheKey(error)) throw error
      const { status, answer } = await retryWhileUnavailable(() => call(inventory.getOperation, { key: operationId }))
      if (status === 'refused') continue
      // Without the answer, which is not kept for ever, it is only known that the row was received.
      if (answer === null) return 'unchanged'
      throw new CtlError(
        'The import of this name received another row from this line: import another file by another name.',
      )
    }
  }
}
