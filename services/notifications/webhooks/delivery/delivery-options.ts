import { defaultSchedule, type RetrySchedule } from './retry-schedule.ts'

/** How deliveries are made. Given in tests only: integrators can rely on the numbers. */
export interface DeliveryOptions {
  readonly schedule: RetrySchedule
  /** For one attempt, from the look-up of the name to the head of the answer. */
  readonly timeoutMs: number
  /** A process that died while it tried a delivery is waited for so long. */
  readonly claimMs: number
  /** Attempts under way for one webhook, by one process; one alone while they fail, so that a dead receiver costs little. */
  readonly perWebhook: number
  /** The same for all webhooks together. */
  readonly inAll: number
  /** How often to look for what other processes have left, or made. */
  readonly lookMs: number
  /** A webhook is switched off when it fails once more after so many failing days. */
  readonly failingDays: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

export const defaultDeliveryOptions: DeliveryOptions = {
  schedule: defaultSchedule,
  timeoutMs: 10_000,
  claimMs: 15_000,
  perWebhook: 8,
  inAll: 256,
  lookMs: 2_000,
  failingDays: 7,
  now: Date.now,
}
