import { randomUUID } from 'node:crypto'
import { retryWhileUnavailable } from '../../../ctl/connection/retry-while-unavailable.ts'
import type { Operation, Output, Params } from '../../../shared/contract/core/operation.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'

/** Runs an operation under a name; a repetition under the same name changes nothing and gives the first output. */
export type Once = <O extends Operation>(name: string, operation: O, input: Params<O>) => Promise<Output<O>>

/** Makes the demo's operations idempotent: the name becomes the operation id. */
export function createOnce(call: Call): Once {
  return (name, operation, input) => {
    const context = { operationId: `demo-${name}`, hasClientKey: true, attempt: randomUUID() }
    return retryWhileUnavailable(() => call(operation, input, context))
  }
}
