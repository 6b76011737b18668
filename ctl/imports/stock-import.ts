import { createHash, randomUUID } from 'node:crypto'
import { AppError, KEY_WAS_USED } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { inventory, type ReceiveInput } from '../../shared/contract/inventory/inventory.ts'
import type { Connection } from '../connection/connection.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { toCommandFields } from '../fields/command-field.ts'
import { CtlError } from '../output/io.ts'
import type { ImportKind } from './import-file.ts'

/**
 * Each row is one receipt. Its operation id has the import's name and the row's line, so that the same import again receives nothing
 * twice, and another import with the same rows is received.
 */
export const stockImport: ImportKind = {
  summary: 'Receive the lots of a file; rows that the same import has received before are left alone',
  fields: toCommandFields(inventory.receive),
  outcomes: ['received', 'unchanged'],
  createImport: (connection, importName) => {
    const idOfImport = createHash('sha256').update(importName).digest('base64url')
    return ([cells], line) =>
      receiveOnce(connection, parseInput(inventory.receive.input, cells), `import-${idOfImport}-${line}`)
  },
  repeatHint: (importName) =>
    `Correct them in the file and repeat with --as '${importName}', the name of this import: its other rows are left alone then.`,
}

/** Receives a row under the first operation id of its series that was not refused before. */
async function receiveOnce({ call, wasReplayed }: Connection, input: ReceiveInput, series: string): Promise<string> {
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
      if (!error.message.startsWith(KEY_WAS_USED)) throw error
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
