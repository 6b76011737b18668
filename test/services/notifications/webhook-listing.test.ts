import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliverer, type DelivererDeps } from '../../../services/notifications/webhooks/delivery/deliverer.ts'
import { defaultDeliveryOptions } from '../../../services/notifications/webhooks/delivery/delivery-options.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'

/** A deliverer that finds these webhooks. */
function startDeliverer(find: () => Promise<readonly object[]>, step: () => Promise<{ hasMore: boolean }>) {
  const deps = {
    webhooks: { find: () => ({ lean: find }), findById: () => ({ lean: async () => undefined }) },
    feed: { end: async () => 0 },
    rights: { refresh: async () => undefined },
    replays: { list: async () => [] },
    fanOut: { step: async () => ({ recs: [], ...(await step()) }), skipTo: async () => undefined },
    options: defaultDeliveryOptions,
    log: createCapturedLog().log,
  }
  // Without deliveries, nothing else of the parts is used.
  const deliverer = createDeliverer(deps as unknown as DelivererDeps)
  onTestFinished(() => deliverer[Symbol.asyncDispose]())
  return deliverer
}

test('webhooks are listed while the feed has ever more to hand out', async () => {
  let listings = 0
  const find = async () => {
    listings++
    return [{ _id: 1, owner: 'anna' }]
  }
  const deliverer = startDeliverer(find, async () => {
    await turn()
    return { hasMore: true }
  })
  await expect.poll(() => listings).toBe(1)
  deliverer.list()
  await expect.poll(() => listings).toBe(2)
})

test('a webhook that is made while the webhooks are being listed is listed soon after', async () => {
  const listings: ((found: readonly object[]) => void)[] = []
  const find = () => new Promise<readonly object[]>((resolve) => listings.push(resolve))
  const deliverer = startDeliverer(find, async () => ({ hasMore: false }))
  await expect.poll(() => listings.length).toBe(1)
  deliverer.list()
  listings[0]?.([])
  // Before a process without webhooks would look by itself.
  await expect.poll(() => listings.length).toBe(2)
  listings[1]?.([])
})

test('without a webhook, nothing is handed out, however much the feed gets', async () => {
  let [listings, steps] = [0, 0]
  const find = async () => {
    listings++
    return []
  }
  const deliverer = startDeliverer(find, async () => {
    steps++
    return { hasMore: false }
  })
  await expect.poll(() => listings).toBe(1)
  for (let events = 0; events < 3; events++) {
    deliverer.wake()
    await turn()
  }
  deliverer.list()
  await expect.poll(() => listings).toBe(2)
  await turn()
  expect(steps).toBe(0)
})
