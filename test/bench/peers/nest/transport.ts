import { type RmqOptions, Transport } from '@nestjs/microservices'
import { settings } from '../settings.ts'

/**
 * As in docs.nestjs.com/microservices/rabbitmq: noAck and transient messages are its defaults. Tuned, Nagle's algorithm is off and
 * the service takes a bounded number of messages ahead.
 */
export const transport: RmqOptions & { transport: Transport.RMQ } = {
  transport: Transport.RMQ,
  options: {
    urls: [settings.rabbitUrl],
    queue: settings.name,
    queueOptions: { durable: false },
    ...(settings.tuned && { prefetchCount: 128, socketOptions: { connectionOptions: { noDelay: true } } }),
  },
}
