import { connect } from 'amqplib'
import type { Logger } from '../../process/log.ts'
import { closeConnection } from './amqp-link.ts'

const PARTITIONS = 256
const EXCHANGE_TYPE = 'x-consistent-hash'
const CONNECT_TIMEOUT_MS = 2_000
const HEARTBEAT_SECONDS = 2
/** In RabbitMQ's refusal: COMMAND_INVALID of the connection before version 4.3, then PRECONDITION_FAILED of the channel. */
const UNKNOWN_TYPE = 'unknown exchange type'

/** The exchanges that spread the partitioned calls of a service over its processes (docs/adr/0007-partitioned-calls.md). */
export interface Partitions {
  exchangeOf(service: string): string
  /** Resolves to whether the exchange of the service exists; declares it if it does not. */
  declare(service: string): Promise<boolean>
  /** Whether the exchange is known to exist; the first question has it declared. */
  isDeclared(service: string): boolean
  /** Forgets what is known, after each loss of the connection. */
  onLost(): void
}

/** The partition of a key: its FNV-1a hash, cut to a number of partitions that keeps messages few and shares even. */
export function partitionOf(key: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return String((hash >>> 0) % PARTITIONS)
}

/** Declares each exchange on a connection of its own: before 4.3, RabbitMQ closes one that names an unknown type. */
export function createPartitions(url: string, system: string, log: Logger): Partitions {
  let declarations = new Map<string, Promise<boolean>>()
  const declared = new Set<string>()
  const exchangeOf = (service: string) => `${system}.rpc.${service}.partitions`

  const tryToDeclare = async (service: string, current: typeof declarations): Promise<boolean> => {
    try {
      await declareExchange(url, exchangeOf(service))
      if (current === declarations) declared.add(service)
      return true
    } catch (error) {
      const isUnknownType = error instanceof Error && error.message.includes(UNKNOWN_TYPE)
      if (isUnknownType) log.warn(MISSING_PLUGIN)
      else log.warn({ err: error, service }, 'Calls are not partitioned: their exchange could not be declared')
      return false
    }
  }
  const declare = (service: string) => {
    const known = declarations.get(service) ?? tryToDeclare(service, declarations)
    declarations.set(service, known)
    return known
  }

  return {
    exchangeOf,
    declare,
    isDeclared(service) {
      if (!declarations.has(service)) void declare(service)
      return declared.has(service)
    },
    onLost() {
      declarations = new Map()
      declared.clear()
    },
  }
}

const MISSING_PLUGIN =
  'Calls are not partitioned: RabbitMQ has no exchange type x-consistent-hash. ' +
  'Enable its plugin rabbitmq_consistent_hash_exchange, and restart this process'

async function declareExchange(url: string, exchange: string): Promise<void> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  const model = await connect(address.href, { noDelay: true, timeout: CONNECT_TIMEOUT_MS })
  let failure: Error | undefined
  model.on('error', (error: Error) => {
    failure = error
  })
  try {
    const channel = await model.createChannel()
    channel.on('error', () => undefined)
    await channel.assertExchange(exchange, EXCHANGE_TYPE, { durable: true })
  } catch (error) {
    throw failure ?? error
  } finally {
    await closeConnection(model)
  }
}
