import type { ServiceStatus } from '../../shared/contract/core/status.ts'
import { eventQueues, isDeadLetterQueue } from '../../shared/contract/events.ts'
import { gateway } from '../../shared/contract/gateway.ts'
import { contract } from '../../shared/contract/index.ts'
import type { Connection, QueueState } from '../connection/connection.ts'
import { toFailure } from '../output/failure.ts'

/** The state of the gateways and of every service, as one process of each reports it, and of its queues. */
export async function readStatus({ call, findQueues }: Connection) {
  const services = Object.entries({ gateway, ...contract })
  const rpcQueues = await findQueues(services.map(([service]) => `rpc.${service}`))
  const ofEvents = await readEventQueues(findQueues)
  return Promise.all(
    services.map(async ([service, { status }], index) => {
      const { processes = 0, messages: queue = 0 } = rpcQueues[index] ?? {}
      // Processes that take calls, and messages with calls that no process has taken yet.
      const row = { service, processes, queue }
      const queues = ofEvents.filter(({ name }) => name.startsWith(`${service}.`))
      // What waits in the service's queues of events; its figures say what waits in its database, and how long.
      const waiting = Object.fromEntries(queues.map(({ figure, messages }) => [figure, messages]))
      try {
        // A service before 1.2.0 names no version.
        const { figures, version, ...health } = await call(status, {})
        return { ...row, version, ...toState(health, queues), ...figures, ...waiting }
      } catch (error) {
        return { ...row, state: 'no answer' as const, reasons: [toFailure(error).message], ...waiting }
      }
    }),
  )
}

type EventQueueState = QueueState & { readonly name: string; readonly figure: string }

async function readEventQueues(findQueues: Connection['findQueues']): Promise<EventQueueState[]> {
  const names = Object.entries(eventQueues)
  const states = await findQueues(names.map(([, name]) => name))
  return states.map((state, index) => {
    const [key, name] = names[index] ?? ['', '']
    return {
      ...state,
      name,
      figure: isDeadLetterQueue(name) ? key.replace('DeadLetters', '_dead_letters') : `${key}_events_waiting`,
    }
  })
}

function toState(
  { ready, notReady, degraded }: Omit<ServiceStatus, 'figures' | 'version'>,
  queues: readonly EventQueueState[],
): { readonly state: 'ready' | 'degraded' | 'not ready'; readonly reasons: readonly string[] } {
  const unserved = queues.filter(({ name, processes }) => processes === 0 && !isDeadLetterQueue(name))
  const deadLetters = queues.filter(({ name, messages }) => messages > 0 && isDeadLetterQueue(name))
  const reasons = [
    ...[...notReady, ...degraded].map(({ name, reason }) => `${name}: ${reason}`),
    ...unserved.map(({ name }) => `${name}: No process takes its events.`),
    ...deadLetters.map(
      ({ name, messages }) => `${name}: ${messages} events could not be handled: see ctl dead-letter list.`,
    ),
  ]
  if (!ready) return { state: 'not ready', reasons }
  return { state: reasons.length > 0 ? 'degraded' : 'ready', reasons }
}
