import { Counter } from 'prom-client'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import { addGauges, type Monitor } from '../../../../shared/process/monitor.ts'
import type { DeliveryModel } from './delivery.model.ts'
import type { DeliveryOptions } from './delivery-options.ts'
import { createdAt } from './new-delivery.ts'

const MAX_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Registers the metrics of deliveries; returns the function that counts an attempt. */
export function monitorDeliveries(
  deliveries: DeliveryModel,
  { schedule, now }: DeliveryOptions,
  { registry }: Monitor,
) {
  const attempts = new Counter({
    name: 'inventory_webhook_attempts_total',
    help: 'Attempts to deliver a change to a webhook, by outcome: delivered, failed (is repeated) or given up',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const readWaiting = async () => {
    const oldest = await deliveries.findOne().sort({ expires: 1 }).maxTimeMS(READ_TIMEOUT_MS).lean()
    if (!oldest) return { waiting: 0, ageMs: 0 }
    const waiting = await deliveries.countDocuments({}, { limit: MAX_COUNTED, maxTimeMS: READ_TIMEOUT_MS })
    return { waiting, ageMs: Math.max(0, now() - createdAt(oldest, schedule.giveUpAfterMs)) }
  }
  addGauges(registry, readWaiting, [
    {
      name: 'inventory_webhook_deliveries_waiting',
      help: 'Deliveries not yet made, counted up to 10,000; the same in every process of the service',
      of: ({ waiting }) => waiting,
    },
    {
      name: 'inventory_webhook_lag_seconds',
      help: 'Age of the oldest delivery not yet made; 0 if there is none',
      of: ({ ageMs }) => ageMs / 1_000,
    },
  ])
  return (outcome: Attempt['outcome']) => attempts.inc({ outcome })
}
