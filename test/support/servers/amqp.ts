import { type Channel, type ConsumeMessage, connect } from 'amqplib'
import { onTestFinished } from 'vitest'
import { type AmqpBrokerOptions, createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { createCapturedLog } from '../checks/captured-log.ts'
import { serverUrl } from './server-url.ts'
import { createTcpProxy } from './tcp-proxy.ts'

/** A broker on the real RabbitMQ (or at the given address) and its log; closed when the test has finished. */
export async function connectBroker(
  system: string,
  url: string = serverUrl('RABBITMQ_URL'),
  failures: Pick<AmqpBrokerOptions, 'isUnavailable' | 'onDeadLetter'> = {},
) {
  const { log, lines } = createCapturedLog()
  const broker: Broker = await createAmqpBroker({ url, system, name: 'test', log, ...failures })
  onTestFinished(() => broker[Symbol.asyncDispose]())
  return { broker, lines }
}

/** A broker behind a proxy that can cut, delay and filter its connections. */
export async function connectThroughProxy(system: string) {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, ...(await connectBroker(system, proxy.url)) }
}

/** A plain channel to RabbitMQ, to send messages that no process of the system would send. */
export async function openChannel() {
  const connection = await connect(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => connection.close())
  return connection.createChannel()
}

/** Consumes the raw messages of a service's queue; the test sends the responses. */
export async function takeMessages(
  system: string,
  service: string,
  onMessage: (message: ConsumeMessage, channel: Channel) => void,
): Promise<void> {
  const channel = await openChannel()
  const { queue } = await channel.assertQueue(`${system}.rpc.${service}`, { autoDelete: true })
  await channel.consume(queue, (message) => message && onMessage(message, channel), { noAck: true })
}
