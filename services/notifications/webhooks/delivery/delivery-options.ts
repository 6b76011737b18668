import { presentMs } from '../../../../shared/process/time/clock.ts'
import { defaultSchedule } from './outcome.ts'

/** How deliveries are made. Only tests change it: integrators rely on the defaults. */
export const defaultDeliveryOptions = {
  schedule: defaultSchedule,
  /** Limit of one attempt, from the name lookup to the head of the response. */
  timeoutMs: 10_000,
  /** How long a lease holds. After it, another process may attempt the delivery. */
  leaseMs: 15_000,
  /** Most concurrent attempts of one process for one webhook. While they fail, there is one at a time. */
  perWebhook: 8,
  /** Most concurrent attempts of one process for all webhooks. */
  inAll: 256,
  /** How often a process looks for work that other processes made or left behind. */
  lookMs: 2_000,
  /** Days with failures and no success after which another failure switches a webhook off. */
  failingDays: 7,
  /** Epoch milliseconds. */
  now: presentMs,
}
export type DeliveryOptions = Readonly<typeof defaultDeliveryOptions>
