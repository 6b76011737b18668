import { warehouseScope } from '../../contract/core/access.ts'
import { createBatchLoader } from '../../database/batch-loader.ts'
import type { CallContext } from '../../process/call-context.ts'

/** Answers a request whose body has been received as text. */
export type Run<T> = (body: string, context: CallContext) => Promise<T>

interface Reading<T> {
  readonly join: (context: CallContext) => Promise<T>
  readers: number
}

/**
 * A read, run once for those who ask the same thing, for the same warehouses, before it begins: none of them sees less than a run of
 * its own would show. The run knows nothing else of who asks.
 */
export function shareReads<T>(run: Run<T>): Run<T> {
  const readings = new Map<string, Reading<T>>()
  const begin = (body: string): Reading<T> => ({
    join: createBatchLoader(async (contexts) => {
      const answer = await run(body, contextOfAll(contexts))
      return contexts.map(() => answer)
    }),
    readers: 0,
  })

  return async (body, context) => {
    const key = `${warehouseScope(context.caller)} ${body}`
    const reading = readings.get(key) ?? begin(body)
    readings.set(key, reading)
    reading.readers++
    try {
      return await reading.join(context)
    } finally {
      if (--reading.readers === 0) readings.delete(key)
    }
  }
}

/** Works as long as anybody waits, under the name of who asked first. */
function contextOfAll(contexts: readonly CallContext[]): CallContext {
  const [first] = contexts
  if (!first) throw new Error('Nobody has asked')
  const { requestId, traceparent, operationId, hasClientKey, attempt } = first
  return {
    requestId,
    traceparent,
    operationId,
    hasClientKey,
    attempt,
    deadline: Math.max(...contexts.map(({ deadline }) => deadline)),
    caller: anybodySeeing(warehouseScope(first.caller)),
    answer: {},
    get log() {
      return first.log
    },
  }
}

/** Permissions have been checked of each; what a run does not know, its answer cannot depend on. */
const anybodySeeing = (warehouses: ReturnType<typeof warehouseScope>): CallContext['caller'] => ({
  kind: 'client',
  id: '',
  permissions: [],
  warehouses,
  readOnly: true,
  active: true,
})
