import { type BrokerOptions, ServiceBroker } from 'moleculer'
import { settings } from '../settings.ts'

/** As in moleculer.services: its AMQP transporter takes one request at a time (prefetch 1) over sockets with Nagle's algorithm. */
const tuning = settings.tuned ? { prefetch: 128, socketOptions: { noDelay: true } } : {}
const transporter = { type: 'AMQP' as const, options: { url: settings.rabbitUrl, ...tuning } }

export function createBroker(role: string): ServiceBroker {
  const options: BrokerOptions = {
    namespace: settings.name,
    nodeID: role,
    transporter,
    logger: true,
    logLevel: 'error',
  }
  return new ServiceBroker(options)
}
