import type { Output } from '../../shared/contract/core/operation.ts'
import type { gateway } from '../../shared/contract/gateway.ts'
import { contract } from '../../shared/contract/index.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { RecentRequests } from './recent-requests.ts'

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
