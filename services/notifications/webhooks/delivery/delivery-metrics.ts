import { Counter, Gauge } from 'prom-client'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import type { Monitor } from '../../../../shared/process/monitor.ts'
import type { DeliveryModel } from './delivery.model.ts'

const MAX_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Registers the metrics of deliveries; returns the function that counts an attempt. */
export function monitorDeliveries(deliveries: DeliveryModel, { registry }: Monitor) {
  const attempts = new Counter({
    name: 'inventory_webhook_attempts_total',
    help: 'Attempts to deliver a change to a webhook, by outcome: delivered, failed (is repeated) or given up',
    labelNames: ['outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'inventory_webhook_deliveries_waiting',
    help: 'Deliveries not yet made, counted up to 10,000; the same in every process of the service',
    registers: [registry],
    async collect() {
      try {
        this.set(await deliveries.countDocuments({}, { limit: MAX_COUNTED, maxTimeMS: READ_TIMEOUT_MS }))
      } catch {
        // No figure without an answer; the health check of the database reports why.
        this.remove()
      }
    },
  })
  return (outcome: Attempt['outcome']) => attempts.inc({ outcome })
}
