import { contract } from '../../shared/contract/index.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { Check } from '../../shared/process/health.ts'

/** After this time a gateway is ready even if a service has not answered: the others are useful (docs/promises.md#R10). */
const LONGEST_WAIT_MS = 30_000
/** Less than a health check may take. */
const ANSWER_MS = 1_000

/** The check of a gateway that starts: each service has answered it once. It asks those that have not, each time. */
export function createServicesHeard(call: Call): Check {
  const startedAt = performance.now()
  const silent = new Set(Object.values(contract))
  return async () => {
    if (performance.now() - startedAt > LONGEST_WAIT_MS) return undefined
    const asked = [...silent].map(async (service) => {
      await call(service.status, {}, { deadline: Date.now() + ANSWER_MS })
      silent.delete(service)
    })
    await Promise.allSettled(asked)
    return silent.size > 0 ? `Not heard yet: ${[...silent].map(({ status }) => status.service).join(', ')}.` : undefined
  }
}
