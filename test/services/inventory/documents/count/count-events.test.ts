import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem, aReceipt } from '../../../../support/records/factories.ts'
import { messageOf, startWebhookWorld } from '../../../notifications/webhook-world.ts'

type World = Awaited<ReturnType<typeof startWebhookWorld>>
let world: World
beforeAll(async () => {
  world = await startWebhookWorld()
})
afterAll(async () => {
  await world.clear()
  await world[Symbol.asyncDispose]()
})

test('the feed and webhooks have count.posted for clients with the permission to approve counts, and for no others', async () => {
  const both = await world.createClient()
  const counter = await world.createClient({ permissions: [11, 370, 9011] })
  const approver = await world.createClient({ permissions: [11, 370, 9012] })
  const { body: from } = await approver.api.notifications.listChanges({ since: 'latest' })
  const { shortID } = (await both.api.catalog.createItem(anItem())).body
  const receivers = { counter: await world.newReceiver(), approver: await world.newReceiver() }
  const events = ['count.posted', 'item.discontinued'] as const
  await world.newWebhook(counter, receivers.counter.url, { events: [...events] })
  await world.newWebhook(approver, receivers.approver.url, { events: [...events] })
  await both.api.inventory.receive(aReceipt({ itemID: shortID, units: 5 }))
  const { countNo } = (await counter.api.inventory.createCount({ wid: 1, items: [shortID] })).body
  await counter.api.inventory.countLine({ countNo, itemID: shortID, spot: 'A-01', counted: 3 })
  await counter.api.inventory.submitCount({ countNo })
  await approver.api.inventory.approveCount({ countNo })
  const { body: posted } = await approver.api.inventory.postCount({ countNo, reasonIn: 10, reasonOut: 20 })
  expect(posted).toMatchObject({ countNo, status: 'Posted' })
  await both.api.catalog.discontinueItem({ shortID })

  const told = async (client: typeof counter) => {
    const { value } = (await client.api.notifications.listChanges({ since: from.next, limit: 1_000 })).body
    return value.filter(({ type }) => type === 'count.posted' || type === 'item.discontinued')
  }
  // One feed has both: what the approver has got, the counter would have got.
  const types = async () => (await told(approver)).map(({ type }) => type).toSorted()
  await expect.poll(types, { timeout: 20_000 }).toEqual(['count.posted', 'item.discontinued'])
  expect(await told(counter)).toMatchObject([{ type: 'item.discontinued' }])
  expect(await told(approver)).toContainEqual(expect.objectContaining({ type: 'count.posted', data: posted }))

  const got = async (receiver: (typeof receivers)['counter'], count: number) =>
    (await receiver.take(count)).map((request) => messageOf(request)).map(({ type }) => type)
  expect(await got(receivers.counter, 1)).toEqual(['item.discontinued'])
  expect((await got(receivers.approver, 2)).toSorted()).toEqual(['count.posted', 'item.discontinued'])
  expect(receivers.counter.received).toHaveLength(1)
})
