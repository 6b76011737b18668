import type { Output } from '../../shared/contract/core/operation.ts'
import type { gateway } from '../../shared/contract/gateway.ts'
import { contract } from '../../shared/contract/index.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { RecentRequests } from './recent-requests.ts'

/** A service that is not heard in this time is shown as one that does not answer. */
const TIMEOUT_MS = 2_000

/** The figures of this gateway, and what one process of each service says of itself. */
export const createSystemFigures =
  (call: Call, recent: RecentRequests) => async (): Promise<Output<typeof gateway.readFigures>> => {
    const deadline = Date.now() + TIMEOUT_MS
    const services = Object.entries(contract).map(async ([service, { status }]) => {
      try {
        const { ready, notReady, degraded, figures } = await call(status, {}, { deadline })
        return { service, ready, reasons: [...notReady, ...degraded].map(({ reason }) => reason), figures }
      } catch {
        // Whatever the reason, it cannot be asked.
        return { service, ready: false, reasons: ['It does not answer.'], figures: {} }
      }
    })
    return { gateway: recent.figures(), services: await Promise.all(services) }
  }
