import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { inventory, type ReceiveInput } from '../../shared/contract/inventory/inventory.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/io.ts'
import type { ImportKind } from './import-file.ts'

/** Each row is one receipt; its operation id says which, so that no row of a file is ever received twice. */
export const stockImport: ImportKind = {
  summary: 'Receive the lots of a file; rows that were received before are left alone',
  operation: inventory.receive,
  outcomes: ['received', 'unchanged'],
  createImport({ call, wasReplayed }) {
    const seen = new Map<string, number>()
    return async (cells) => {
      const input = parseInput(inventory.receive.input, cells)
      const content = digest(input)
      const occurrence = (seen.get(content) ?? 0) + 1
      seen.set(content, occurrence)
      const operationId = `import-${content}-${occurrence}`
      const context = { operationId, hasClientKey: true, attempt: randomUUID() }
      try {
        await retryWhileUnavailable(() => call(inventory.receive, input, context))
      } catch (error) {
        if (!(error instanceof AppError) || !wasReplayed(operationId)) throw error
        throw new CtlError(`${error.message} (The answer of an earlier import; change the row to try it anew.)`)
      }
      return wasReplayed(operationId) ? 'unchanged' : 'received'
    }
  },
}

/** Names a row by what it says, whatever the order of its columns. */
function digest(input: ReceiveInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url')
}
