import type { Output } from '../shared/contract/core/operation.ts'
import type { gateway } from '../shared/contract/gateway.ts'
import { contract } from '../shared/contract/index.ts'
import type { Call } from '../shared/messaging/rpc/call.ts'
import type { Check } from '../shared/process/health.ts'
import type { RecentRequests } from './measure-requests.ts'

/** A service that is not heard in this time is shown as one that does not answer. */
const TIMEOUT_MS = 2_000

/** The figures of this gateway, and what one process of each service says of itself. */
export function createSystemFigures(
  call: Call,
  recent: RecentRequests,
): () => Promise<Output<typeof gateway.readFigures>> {
  const silentSince = new Map<string, string>()
  return async () => {
    const deadline = Date.now() + TIMEOUT_MS
    const services = Object.entries(contract).map(async ([service, { status }]) => {
      try {
        const { ready, notReady, degraded, since = null, figures } = await call(status, {}, { deadline })
        silentSince.delete(service)
        return { service, ready, reasons: [...notReady, ...degraded].map(({ reason }) => reason), since, figures }
      } catch {
        // Whatever the reason, it cannot be asked.
        const since = silentSince.get(service) ?? new Date().toISOString()
        silentSince.set(service, since)
        return { service, ready: false, reasons: ['It does not answer.'], since, figures: {} }
      }
    })
    return { gateway: recent.figures(), services: await Promise.all(services) }
  }
}

/** After this time a gateway is ready even if a service has not answered: the others are useful (docs/promises.md#R10). */
const LONGEST_WAIT_MS = 30_000
/** Less than a health check may take. */
const REPLY_MS = 1_000

/** The check of a gateway that starts: each service has answered it once. It asks those that have not, each time. */
export function createServicesHeard(call: Call): Check {
  const startedAt = performance.now()
  const silent = new Set(Object.values(contract))
  return async () => {
    if (performance.now() - startedAt > LONGEST_WAIT_MS) return undefined
    const asked = [...silent].map(async (service) => {
      await call(service.status, {}, { deadline: Date.now() + REPLY_MS })
      silent.delete(service)
    })
    await Promise.allSettled(asked)
    return silent.size > 0 ? `Not heard yet: ${[...silent].map(({ status }) => status.service).join(', ')}.` : undefined
  }
}
