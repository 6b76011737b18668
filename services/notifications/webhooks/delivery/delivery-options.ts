import { presentMs } from '../../../../shared/process/time/clock.ts'
import { defaultSchedule, type RetrySchedule } from './outcome.ts'

/** How deliveries are made. Only tests change it: integrators rely on the defaults. */
export interface DeliveryOptions {
  readonly schedule: RetrySchedule
  /** Limit of one attempt, from the name lookup to the head of the answer. */
  readonly timeoutMs: number
  /** How long a lease holds. After it, another process may attempt the delivery. */
  readonly leaseMs: number
  /** Most concurrent attempts of one process for one webhook. While they fail, there is one at a time. */
  readonly perWebhook: number
  /** Most concurrent attempts of one process for all webhooks. */
  readonly inAll: number
  /** How often a process looks for work that other processes made or left behind. */
  readonly lookMs: number
  /** Days with failures and no success after which another failure switches a webhook off. */
  readonly failingDays: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

export const defaultDeliveryOptions: DeliveryOptions = {
  schedule: defaultSchedule,
  timeoutMs: 10_000,
  leaseMs: 15_000,
  perWebhook: 8,
  inAll: 256,
  lookMs: 2_000,
  failingDays: 7,
  now: presentMs,
}
