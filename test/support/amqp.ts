import { type Channel, type ConsumeMessage, connect } from 'amqplib'
import { onTestFinished } from 'vitest'
import { createAmqpBroker } from '../../shared/messaging/amqp/amqp-broker.ts'
import type { Broker } from '../../shared/messaging/broker.ts'
import { createCapturedLog } from './captured-log.ts'
import { unique } from './factories.ts'
import { serverUrl } from './server-url.ts'
import { createTcpProxy } from './tcp-proxy.ts'

/** A name that no other system on the servers has. */
export const uniqueSystem = () => unique('t').toLowerCase()

/** A broker on the real RabbitMQ, at another address if one is given, with its log; closed when the test has finished. */
export async function connectBroker(system: string, url: string = serverUrl('RABBITMQ_URL')) {
  const { log, lines } = createCapturedLog()
  const broker: Broker = await createAmqpBroker({ url, system, name: 'test', log })
  onTestFinished(() => broker[Symbol.asyncDispose]())
  return { broker, lines }
}

/** The same through a proxy that can cut, hold and filter the connections. */
export async function connectThroughProxy(system: string) {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, ...(await connectBroker(system, proxy.url)) }
}

/** A bare channel to RabbitMQ, for what no honest process would do. */
export async function openChannel() {
  const connection = await connect(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => connection.close())
  return connection.createChannel()
}

/** Takes a service's messages from its queue as they are; answers of any kind are the test's to send. */
export async function takeMessages(
  system: string,
  service: string,
  onMessage: (message: ConsumeMessage, channel: Channel) => void,
): Promise<void> {
  const channel = await openChannel()
  const { queue } = await channel.assertQueue(`${system}.rpc.${service}`, { autoDelete: true })
  await channel.consume(queue, (message) => message && onMessage(message, channel), { noAck: true })
}
