import type { ServiceStatus } from '../../shared/contract/core/status.ts'
import { contract } from '../../shared/contract/index.ts'
import type { Connection } from '../connection/connection.ts'
import { toFailure } from '../output/describe-error.ts'

/** State of one service, as `ctl status` shows it. */
export interface StatusRow {
  readonly service: string
  readonly state: 'ready' | 'degraded' | 'not ready' | 'no answer'
  /** Processes that take calls. */
  readonly processes: number
  /** Messages with calls that no process has taken yet. */
  readonly queue: number
  readonly reasons: readonly string[]
  /** What waits in the service's database, and how long. */
  readonly [figure: string]: unknown
}

/** The state of every service, as one process of each reports it, and of its queue. */
export async function readStatus({ call, findQueues }: Connection): Promise<StatusRow[]> {
  const services = Object.entries(contract)
  const queues = await findQueues(services.map(([service]) => service))
  return Promise.all(
    services.map(async ([service, { status }], index) => {
      const { processes = 0, messages: queue = 0 } = queues[index] ?? {}
      const row = { service, processes, queue }
      try {
        const { figures, ...health } = await call(status, {})
        return { ...row, ...toState(health), ...figures }
      } catch (error) {
        return { ...row, state: 'no answer' as const, reasons: [toFailure(error).message] }
      }
    }),
  )
}

function toState({ ready, notReady, degraded }: Omit<ServiceStatus, 'figures'>): Pick<StatusRow, 'state' | 'reasons'> {
  const reasons = [...notReady, ...degraded].map(({ name, reason }) => `${name}: ${reason}`)
  if (!ready) return { state: 'not ready', reasons }
  return { state: degraded.length > 0 ? 'degraded' : 'ready', reasons }
}
