import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { type OperationEntry, toEntry } from '../../../../shared/database/idempotency/idempotency-record.ts'
import type { Logger } from '../../../../shared/process/log.ts'

/** Milliseconds in which a change that inventory makes by itself must be done. */
export const OWN_TIMEOUT_MS = 8_000

/**
 * A change that inventory makes by itself, for the ledger: `operation` is what a client would have asked for, `id`
 * takes effect once.
 */
export function toOwnEntry(
  operation: Operation,
  id: string,
  by: 'allocator' | 'inventory',
  log: Logger,
): OperationEntry {
  return toEntry(
    operation,
    {},
    {
      requestId: id,
      deadline: Date.now() + OWN_TIMEOUT_MS,
      operationId: id,
      hasClientKey: false,
      attempt: id,
      caller: { kind: 'service', id: by },
      log,
      reply: {},
    },
  )
}
