import { type Broker, DeliveryError } from './broker.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** The broker, refusing calls to a service that has more than it can do: at once, and before anything is sent. */
export function sheddingBroker(broker: Broker): Broker {
  const limits = new Map<string, ReturnType<typeof createConcurrencyLimit>>()
  const limitOf = (service: string) => {
    const limit = limits.get(service) ?? createConcurrencyLimit()
    limits.set(service, limit)
    return limit
  }
  return {
    ...broker,
    async request(service, request) {
      const limit = limitOf(service)
      if (!limit.begin()) throw new DeliveryError('not-delivered', `The service ${service} has too much to do`)
      const startedAt = Date.now()
      try {
        return await broker.request(service, request)
      } finally {
        limit.end(Date.now() - startedAt)
      }
    },
  }
}
