import { Counter, Gauge } from 'prom-client'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import type { Monitor } from '../../../../shared/process/monitor.ts'
import type { DeliveryModel } from './delivery.model.ts'

const MOST_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Tells of deliveries: what came of attempts in this process, and what waits in all. Returns what counts an attempt. */
export function monitorDeliveries(deliveries: DeliveryModel, { registry }: Monitor) {
  const attempts = new Counter({
    name: 'inventory_webhook_attempts_total',
    help: 'Attempts to deliver a change to a webhook, by outcome: delivered, failed (is tried again) or given up',
    labelNames: ['outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'inventory_webhook_deliveries_waiting',
    help: 'Deliveries that are still to be made, counted up to 10,000; the same in every process of the service',
    registers: [registry],
    async collect() {
      try {
        this.set(await deliveries.countDocuments({}, { limit: MOST_COUNTED, maxTimeMS: READ_TIMEOUT_MS }))
      } catch {
        // Without an answer there is no figure; that the database is away is told by its check.
        this.remove()
      }
    },
  })
  return (outcome: Attempt['outcome']) => attempts.inc({ outcome })
}
