import type { WebhookModel, WebhookRecord } from '../webhook.model.ts'

/** Keeps account of how a webhook's receiver does. What is known of one URL says nothing about the next. */
export function createEndpointHealth(webhooks: WebhookModel, failingDays: number) {
  const ofReceiver = ({ _id, url }: WebhookRecord) => ({ _id, url })

  const switchOff = (webhook: WebhookRecord, switchedOff: string) =>
    webhooks.updateOne({ ...ofReceiver(webhook), active: true }, { $set: { active: false, switchedOff } })

  return {
    async succeeded(webhook: WebhookRecord): Promise<void> {
      if (webhook.failingSince === null) return
      await webhooks.updateOne(ofReceiver(webhook), { $set: { failingSince: null, failedOn: [] } })
    },

    /** Written once a day, so that failing costs no more than succeeding. */
    async failed(webhook: WebhookRecord, now: number): Promise<void> {
      const day = new Date(now).toISOString().slice(0, 10)
      const { failedOn, failingSince } = webhook
      if (failedOn.includes(day)) return
      await webhooks.updateOne(
        { ...ofReceiver(webhook), failedOn: { $ne: day } },
        { $push: { failedOn: day }, $set: { failingSince: failingSince ?? new Date(now) } },
      )
      if (failedOn.length >= failingDays) {
        await switchOff(webhook, `Every attempt has failed on ${failingDays} days.`)
      }
    },

    async paused(webhook: WebhookRecord, until: number): Promise<void> {
      await webhooks.updateOne(ofReceiver(webhook), { $max: { pausedUntil: new Date(until) } })
    },

    async gone(webhook: WebhookRecord): Promise<void> {
      await switchOff(webhook, 'The receiver answered 410 Gone.')
    },
  }
}

export type EndpointHealth = ReturnType<typeof createEndpointHealth>
