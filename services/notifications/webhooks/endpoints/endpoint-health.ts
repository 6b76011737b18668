import { nameOfDay } from '../../../../shared/day.ts'
import type { WebhookModel, WebhookRecord } from './webhook.model.ts'

/**
 * Records failures and successes of a webhook's receiver, and switches the webhook off when it has failed too long. Each
 * update applies only while the webhook has the URL that the attempt went to; a failure, only if none has ended the failing
 * since the attempt began.
 */
export function createEndpointHealth(webhooks: WebhookModel, failingDays: number) {
  const sameUrl = ({ _id, url }: WebhookRecord) => ({ _id, url })

  return {
    async succeeded(webhook: WebhookRecord): Promise<void> {
      await webhooks.updateOne(sameUrl(webhook), { $set: { failingSince: null, failedOn: [] } })
    },

    /** Writes once a day at most, so that failures cost no more than successes. */
    async failed(webhook: WebhookRecord, now: number): Promise<void> {
      const day = nameOfDay(new Date(now))
      const { failedOn, failingSince } = webhook
      if (failedOn.includes(day)) return
      const isOff = failedOn.length >= failingDays && {
        active: false,
        switchedOff: `Every attempt has failed on ${failingDays} days.`,
      }
      await webhooks.updateOne(
        { ...sameUrl(webhook), failingSince, failedOn: { $ne: day }, ...(isOff && { active: true }) },
        { $push: { failedOn: day }, $set: { failingSince: failingSince ?? new Date(now), ...isOff } },
      )
    },

    async paused(webhook: WebhookRecord, until: number): Promise<void> {
      await webhooks.updateOne(sameUrl(webhook), { $max: { pausedUntil: new Date(until) } })
    },

    async gone(webhook: WebhookRecord): Promise<void> {
      const switchedOff = 'The receiver answered 410 Gone.'
      await webhooks.updateOne({ ...sameUrl(webhook), active: true }, { $set: { active: false, switchedOff } })
    },
  }
}

export type EndpointHealth = ReturnType<typeof createEndpointHealth>
