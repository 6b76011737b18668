import { expect, onTestFinished, test } from 'vitest'
import { createDeliverer, type DelivererParts } from '../../../services/notifications/webhooks/delivery/deliverer.ts'
import { defaultDeliveryOptions } from '../../../services/notifications/webhooks/delivery/delivery-options.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'

test('a webhook that is made while the webhooks are being listed is listed soon after', async () => {
  const listings: ((found: readonly object[]) => void)[] = []
  const parts = {
    webhooks: { find: () => ({ lean: () => new Promise((resolve) => listings.push(resolve)) }) },
    rights: { refresh: async () => undefined },
    replays: { list: async () => [] },
    fanOut: { step: async () => ({ recs: [], hasMore: false }) },
    options: defaultDeliveryOptions,
    log: createCapturedLog().log,
  }
  // Without a webhook, nothing else of the parts is used.
  const deliverer = createDeliverer(parts as unknown as DelivererParts)
  onTestFinished(() => deliverer[Symbol.asyncDispose]())
  await expect.poll(() => listings.length).toBe(1)
  deliverer.list()
  listings[0]?.([])
  // Before a process without webhooks would look by itself.
  await expect.poll(() => listings.length).toBe(2)
  listings[1]?.([])
})
