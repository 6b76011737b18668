import type { Registry } from 'prom-client'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
  type Slot,
} from '../../shared/messaging/overload/concurrency-limiter.ts'
import { sendError } from '../http/answer.ts'
import type { Answer, Handler } from '../http/handler.ts'
import { createOverloadMetrics } from '../observability/measure-overload.ts'
import { BASE_PATH, segmentOf } from '../routes/base-path.ts'
import { toRouted, toRoutedOperations } from '../routes/routed-operation.ts'

/** Longest `Retry-After` of a refusal. */
const MAX_RETRY_AFTER_SECONDS = 10

/** Calls that share a concurrency limit: the reads or the writes of a service. */
interface Group {
  readonly limiter: ConcurrencyLimiter
  countRefusal(): void
}

/** Stages that wait for a slot of the service that a request is for; 503 under overload (docs/overload.md). */
export interface ConcurrencyLimits {
  /**
   * For requests to the interface. It runs before everything that costs time, so it knows of the request only the method and the
   * first segment of the path.
   */
  readonly ofRequest: Handler
  /** For another route that makes the operation's call. */
  ofOperation(operation: Operation): Handler
}

export function createConcurrencyLimits(
  operations: readonly Operation[],
  registry: Registry | undefined,
): ConcurrencyLimits {
  const groupOf = createGroups(operations, registry)
  // One error for all refusals: its stack trace says nothing, and making one costs time.
  const overloaded = serviceUnavailable()

  const acquire = (group: Group, res: Answer, next: () => void) => {
    const { limiter } = group
    let slot: Slot | undefined
    const leave = limiter.acquire((granted) => {
      slot = granted
      if (granted) {
        res.locals.slot = granted
        return next()
      }
      group.countRefusal()
      res.setHeader('Retry-After', retryAfterSeconds(limiter))
      sendError(res, overloaded)
    })
    // The answer is sent, or the client has gone.
    res.once('close', () => (slot ? slot.release() : leave()))
  }

  return {
    ofRequest(req, res, next) {
      const group = groupOf(req.method, req.url)
      return group ? acquire(group, res, next) : next()
    },
    ofOperation(operation) {
      const routed = toRouted(operation)
      const group = routed && groupOf(routed.method, BASE_PATH + routed.path)
      return (_req, res, next) => (group ? acquire(group, res, next) : next())
    },
  }
}

/** Random, so that clients do not come back together; in a range that grows with the excess. */
function retryAfterSeconds({ limit, queued }: ConcurrencyLimiter): number {
  const range = Math.min(MAX_RETRY_AFTER_SECONDS, 2 + queued / limit)
  return 1 + Math.floor(Math.random() * range)
}

/** Finds the group that a request belongs to; undefined if no operation has a path that begins like its. */
function createGroups(operations: readonly Operation[], registry: Registry | undefined) {
  const metrics = registry && createOverloadMetrics(registry)
  const groups = new Map<string, Group>()
  const groupFor = (target: string, effect: Operation['effect']) => {
    const known = groups.get(`${target} ${effect}`)
    if (known) return known
    const limiter = createConcurrencyLimiter()
    const group = { limiter, countRefusal: metrics?.watch({ target, effect }, limiter) ?? (() => undefined) }
    groups.set(`${target} ${effect}`, group)
    return group
  }

  const services = new Map<string, string>()
  for (const { operation, path } of toRoutedOperations(operations)) {
    const segment = segmentOf(path)
    const { service } = operation
    if ((services.get(segment) ?? service) !== service) throw new Error(`${segment} belongs to two services`)
    services.set(segment, service)
  }
  return (method: string, url: string): Group | undefined => {
    const service = url.startsWith(BASE_PATH) ? services.get(segmentOf(url.slice(BASE_PATH.length))) : undefined
    return service === undefined
      ? undefined
      : groupFor(service, method === 'GET' || method === 'HEAD' ? 'read' : 'write')
  }
}
