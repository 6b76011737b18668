import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inventory as contract } from '../../../shared/contract/inventory/inventory.ts'
import { type ChangeType, changeTypes } from '../../../shared/contract/notifications/changes.ts'
import { payloadModes } from '../../../shared/contract/notifications/webhooks.ts'
import { closedSchemas } from '../../support/checks/response-check.ts'
import { keep } from '../../support/keep.ts'
import { startReceiver } from '../../support/receiver.ts'
import { anIssue, anItem, aReceipt, unique } from '../../support/records/factories.ts'
import type { Api } from '../../support/system/api.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

const Document = z.looseObject({
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.looseObject({
        parameters: z.array(z.object({ $ref: z.string() })),
      }),
    }),
  ),
  components: z.looseObject({ parameters: z.record(z.string(), z.looseObject({ name: z.string(), in: z.string() })) }),
})
const json: unknown = JSON.parse(readFileSync(new URL('../../../gateway/openapi.json', import.meta.url), 'utf8'))
const document = Document.parse(json)

/** For every type of change a write that causes it, in an order in which each can be made. */
function writesByType({ call }: TestSystem, { catalog, inventory }: Api): Record<ChangeType, () => Promise<unknown>> {
  const itemID = unique('SKU')
  const alias = unique('ALIAS')
  const lot = { recno: 0 }
  const issue = { transactionNo: 0 }
  const cart = { reservationID: 0 }
  const transit = { slip: '' }
  const shipment = { soNo: '', lines: [{ lineNo: 1, units: 1 }] }
  return {
    'item.created': () => catalog.createItem(anItem({ shortID: itemID })),
    'item.updated': () => catalog.updateItem({ shortID: itemID, putUp: 'Box' }),
    'alias.created': () => catalog.putAlias({ shortID: itemID, alias }),
    'alias.deleted': () => catalog.deleteAlias({ shortID: itemID, alias }),
    'inventory.received': async () => {
      lot.recno = (await inventory.receive(aReceipt({ itemID, units: 5 }))).body.recNo
    },
    'inventory.moved': () => inventory.move({ itemID, units: 2, wid: 1, toSpot: 'B-02' }),
    'inventory.held': () => inventory.hold(lot),
    'inventory.released': () => inventory.release(lot),
    'inventory.amended': () => inventory.amend({ ...lot, remark: 'pallet 3' }),
    'inventory.issued': async () => {
      issue.transactionNo = (await inventory.issue(anIssue({ itemID, units: 1 }))).body.transactionNo
    },
    'inventory.reversed': () => inventory.reverse(issue),
    'inventory.ordered': () =>
      call(contract.putOrderLine, { kind: 'onOrder', reference: 'PO-1', line: 1, itemID, wid: 1, units: 3 }),
    'inventory.reserved': async () => {
      cart.reservationID = (await inventory.createReservation({ itemID, units: 2, wid: 1 })).body.reservationID
    },
    'inventory.unreserved': () =>
      inventory.updateReservation({ ...cart, units: 1, expires: new Date(Date.now() + 5_000).toISOString() }),
    // With the minimum that the position is below.
    'item.reorderChanged': async () => undefined,
    'item.belowMinimum': () => inventory.putReorderPoint({ itemID, wid: 1, minimum: 1_000, reorderTo: 2_000 }),
    'inventory.packed': async () => {
      const { body } = await inventory.createCustomer({ shortID: unique('CUST'), name: 'Hanse Automation' })
      const order = { customer: body.shortID, lines: [{ shortID: itemID, units: 1, warehouse: 1 }] }
      shipment.soNo = (await inventory.createShippingOrder(order)).body.soNo
      await inventory.packShippingOrder(shipment)
    },
    'inventory.unpacked': () => inventory.unpackShippingOrder(shipment),
    // With its order.
    'shippingOrder.created': async () => undefined,
    'shippingOrder.allocated': async () => undefined,
    'shippingOrder.packed': () => inventory.packShippingOrder(shipment),
    'shippingOrder.shipped': () => inventory.shipShippingOrder({ soNo: shipment.soNo }),
    // With its shipment.
    'shippingOrder.closed': async () => undefined,
    'shippingOrder.backordered': async () => {
      const { shortID } = (await catalog.createItem(anItem())).body
      const { recNo: recno } = (await inventory.receive(aReceipt({ itemID: shortID, units: 1 }))).body
      const { body } = await inventory.createCustomer({ shortID: unique('CUST'), name: unique('Hanse') })
      await inventory.createShippingOrder({ customer: body.shortID, lines: [{ shortID, units: 1, warehouse: 1 }] })
      await inventory.hold({ recno })
    },
    'workOrder.created': () =>
      inventory.createWorkOrder({
        ...{ woNo: 'WO-7', description: 'Cabinet', lines: [{ shortID: itemID, units: 1, warehouse: 1 }] },
      }),
    'workOrder.started': () => inventory.startWorkOrder({ woNo: 'WO-7' }),
    'workOrder.closed': () => inventory.closeWorkOrder({ woNo: 'WO-7' }),
    // By itself.
    'inventory.expired': async () => undefined,
    'purchaseOrder.created': async () => {
      await inventory.createVendor({ shortID: 'V', name: 'Vendor' })
      const lines = [{ shortID: itemID, units: 3, warehouse: 1 }]
      await inventory.createPurchaseOrder({ poNo: 'PO-7', vendor: 'V', lines })
    },
    'purchaseOrder.received': () => inventory.receive(aReceipt({ itemID, units: 1, reference: 'PO-7', line: 1 })),
    'purchaseOrder.closed': () => inventory.finalizePurchaseOrder({ poNo: 'PO-7' }),
    'transit.shipped': async () => {
      const { body } = await inventory.shipTransit({ wid: 1, shipToWid: 2, lines: [{ itemID, units: 4 }] })
      transit.slip = body.slip
    },
    'transit.received': () =>
      inventory.receiveTransit({
        ...{ ...transit, lines: [{ lineNo: 1, accepted: 1, rejected: 1, reasonCode: 20 }] },
      }),
    'transit.returned': () => inventory.returnTransit({ ...transit, lines: [{ lineNo: 1, units: 1 }] }),
    'transit.closed': () => inventory.closeTransit({ ...transit, reasonCode: 20 }),
    // With their transit.
    'inventory.shipped': async () => undefined,
    'inventory.accepted': async () => undefined,
    'inventory.rejected': async () => undefined,
    'inventory.returned': async () => undefined,
    'inventory.lost': async () => undefined,
    'count.posted': async () => {
      const { body } = await inventory.createCount({ wid: 1, spots: ['NOWHERE'] })
      const { countNo } = body
      await inventory.submitCount({ countNo })
      await inventory.approveCount({ countNo })
      await inventory.postCount({ countNo, reasonIn: 10, reasonOut: 20 })
    },
    'item.discontinued': () => catalog.discontinueItem({ shortID: itemID }),
  }
}

/**
 * Changes of types that other writes cause too: ledger entries of the purchase order's creation, receipt and end, of the allocation and
 * of the shipment, the second packing of the same units, and all that comes before a backorder and with it.
 */
const FURTHER_CHANGES = 3 + 2 + 2 + 7
/** For each webhook. */
const TESTS = 1

/** Differences between a message's body and what the document says of its type. */
function createMessageCheck() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closedSchemas(json), 'document')
  return (type: string, body: unknown): string => {
    const schema = `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`
    return ajv.validate({ $ref: schema }, body) ? '' : ajv.errorsText()
  }
}

test('the document describes the message of every event type, and of the test, with the headers of its signature', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...changeTypes, 'webhook.test'].toSorted())
  for (const { post } of Object.values(document.webhooks)) {
    const names = post.parameters.map(({ $ref }) => document.components.parameters[$ref.split('/').at(-1) ?? '']?.name)
    expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  }
})

test('every message that the system sends, in both payload modes, is as the document says', async () => {
  const system = keep(await startSystem())
  const { api } = await system.createClient()
  await registerBasics(system.call)
  const receiver = keep(await startReceiver())
  const secrets = new Map<string, string>()
  for (const payloadMode of payloadModes) {
    const url = `${receiver.url}/${payloadMode}`
    const { body } = await api.notifications.createWebhook({ name: 'All', url, events: [...changeTypes], payloadMode })
    secrets.set(new URL(url).pathname, body.secret)
    await api.notifications.testWebhook({ rec: body.rec })
  }

  for (const write of Object.values(writesByType(system, api))) await write()
  const sent = await receiver.take(payloadModes.length * (changeTypes.length + FURTHER_CHANGES + TESTS))
  const check = createMessageCheck()
  const received = new Map<string, Set<string>>()
  for (const { path, headers, body } of sent) {
    const message = z.looseObject({ type: z.string() }).parse(JSON.parse(body))
    expect(check(message.type, message), `${path} ${body}`).toBe('')
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(() => new Verifier(secrets.get(path) ?? '').verify(body, signed)).not.toThrow()
    received.set(path, (received.get(path) ?? new Set()).add(message.type))
  }
  for (const types of received.values())
    expect([...types].toSorted()).toEqual(Object.keys(document.webhooks).toSorted())
}, 300_000)
