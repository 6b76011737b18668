import { traceIdOf } from '../../process/call-context.ts'
import type { Logger } from '../../process/log.ts'
import type { RpcRequest } from '../broker.ts'

/** Creates the request's logger at its first use: most requests log nothing, and a logger is expensive. */
export function createLogOf(log: Logger, { context, operation }: RpcRequest): () => Logger {
  let made: Logger | undefined
  return () => {
    const traceId = traceIdOf(context)
    made ??= log.child({ requestId: context.requestId, ...(traceId && { traceId }), operation })
    return made
  }
}
