import { beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../../../../shared/messaging/rpc/call.ts'
import { startReceiver } from '../../../../support/receiver.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
let customer: string
let vendor: string
beforeAll(async () => {
  world = await shareStockWorld(['auth', 'notifications'])
  customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse Automation' })).shortID
  vendor = (await world.call(inventory.createVendor, { shortID: unique('V'), name: 'Bolt Company' })).shortID
})

type Changes = Output<(typeof notifications)['listChanges']>['value']

async function changesOf(order: string, call: Call = world.call): Promise<Changes> {
  const { value } = await call(notifications.listChanges, { since: 0, limit: 1000 })
  return value.filter(({ data }) => ['poNo', 'soNo', 'woNo'].some((key) => Object(data)[key] === order))
}
const typesOf = async (order: string, call?: Call) => (await changesOf(order, call)).map(({ type }) => type)
const dataOf = async (order: string, type: string) =>
  (await changesOf(order)).filter((change) => change.type === type).map(({ data }) => data)

async function anItemWith(units: number) {
  const itemID = await world.newItem()
  await world.receive(itemID, units)
  return itemID
}
const sell = (lines: readonly { itemID: string; units: number; wid?: number }[], more = {}) =>
  world.call(inventory.createShippingOrder, { customer, lines: lines.map((line) => ({ wid: 1, ...line })), ...more })

describe('The events of a shipping order', () => {
  test('report its creation, what is allocated, packed and shipped of which lines, and its end', async () => {
    const [bolt, nut] = [await anItemWith(10), await anItemWith(3)]
    const { soNo } = await sell([
      { itemID: bolt, units: 4 },
      { itemID: nut, units: 3 },
    ])
    const lines = [
      { lineNo: 1, units: 4 },
      { lineNo: 2, units: 3 },
    ]
    await world.call(inventory.packShippingOrder, { soNo, lines })
    await world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1 }] })
    await world.call(inventory.shipShippingOrder, { soNo, tracking: '1Z999' })
    await world.call(inventory.updateShippingOrder, { soNo, lines: [{ lineNo: 1, units: 6 }] })
    await world.call(inventory.cancelShippingOrder, { soNo })
    await expect.poll(() => typesOf(soNo)).toContain('shippingOrder.closed')
    await expect.poll(() => typesOf(soNo)).toHaveLength(6)
    const line = (lineNo: number, shortID: string, units: number) => ({ lineNo, shortID, warehouse: 1, units })
    const order = { soNo, customer: 'Hanse Automation', totalLines: 2 }
    expect(await dataOf(soNo, 'shippingOrder.created')).toMatchObject([{ ...order, status: 'Open' }])
    expect(await dataOf(soNo, 'shippingOrder.allocated')).toMatchObject([
      { status: 'Open', tracking: null, lines: [line(1, bolt, 4), line(2, nut, 3)] },
      { status: 'Partial', lines: [line(1, bolt, 2)] },
    ])
    expect(await dataOf(soNo, 'shippingOrder.packed')).toMatchObject([
      { status: 'Partial', tracking: null, lines: [line(1, bolt, 4), line(2, nut, 3)] },
    ])
    expect(await dataOf(soNo, 'shippingOrder.shipped')).toMatchObject([
      { status: 'Partial', tracking: '1Z999', lines: [line(1, bolt, 3), line(2, nut, 3)] },
    ])
    expect(await dataOf(soNo, 'shippingOrder.closed')).toMatchObject([{ ...order, status: 'Closed' }])
  })

  test('have no allocation if there was no stock, and an end at once if the rest is canceled', async () => {
    const { soNo } = await sell([{ itemID: await world.newItem(), units: 4 }], { shortage: 'partial' })
    await world.call(inventory.cancelShippingOrder, { soNo })
    const last = await sell([{ itemID: await world.newItem(), units: 4 }])
    await expect.poll(() => typesOf(last.soNo)).toEqual(['shippingOrder.created'])
    expect((await typesOf(soNo)).toSorted()).toEqual(['shippingOrder.closed', 'shippingOrder.created'])
  })
})

test('a closed purchase order is not reported as closed again when a receipt is reversed', async () => {
  const shortID = await world.newItem()
  const lines = [{ shortID, units: 10, warehouse: 1 }]
  const { poNo } = await world.call(inventory.createPurchaseOrder, { vendor, lines })
  const { transactionNo } = await world.receive(shortID, 4, { reference: poNo, line: 1 })
  await world.call(inventory.finalizePurchaseOrder, { poNo })
  await world.call(inventory.reverse, { transactionNo })
  const later = await world.call(inventory.createPurchaseOrder, { vendor, lines })
  await expect.poll(() => typesOf(later.poNo)).toEqual(['purchaseOrder.created'])
  expect(await typesOf(poNo)).toEqual(['purchaseOrder.created', 'purchaseOrder.received', 'purchaseOrder.closed'])
})

test('the events of a work order report its creation, its start, even by an issue, and its end', async () => {
  const shortID = await anItemWith(10)
  const made = { description: 'Cabinet', lines: [{ shortID, units: 2, warehouse: 1 }] }
  const { woNo } = await world.call(inventory.createWorkOrder, made)
  await world.issue(shortID, 1, { reference: woNo, line: 1 })
  await world.issue(shortID, 1, { reference: woNo, line: 1 })
  await world.call(inventory.startWorkOrder, { woNo })
  await world.call(inventory.addWorkOrderNote, { woNo, note: 'Done' })
  await world.call(inventory.closeWorkOrder, { woNo })
  await world.call(inventory.closeWorkOrder, { woNo })
  await expect.poll(() => typesOf(woNo)).toContain('workOrder.closed')
  expect((await typesOf(woNo)).toSorted()).toEqual(['workOrder.closed', 'workOrder.created', 'workOrder.started'])
  expect(await dataOf(woNo, 'workOrder.started')).toMatchObject([{ status: 'In Progress', description: 'Cabinet' }])
})

describe('Events of orders are shown', () => {
  /** An order of each kind, whose events are in the feed. */
  async function anOrderOfEachKind() {
    const shortID = await anItemWith(10)
    const lines = [{ shortID, units: 1, warehouse: 1 }]
    const { poNo } = await world.call(inventory.createPurchaseOrder, { vendor, lines })
    const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines })
    const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines })
    for (const order of [poNo, soNo, woNo]) await expect.poll(() => typesOf(order)).not.toEqual([])
    await expect.poll(() => typesOf(soNo)).toHaveLength(2)
    return { poNo, soNo, woNo }
  }

  test('in the feed to readers with the permission to read such orders, and to no others', async () => {
    const { poNo, soNo, woNo } = await anOrderOfEachKind()
    const shown = async (permissions: number[]) => {
      const { call } = await world.system.createClient({ permissions })
      const types = await Promise.all([poNo, soNo, woNo].map((order) => typesOf(order, call)))
      return types.flat().toSorted()
    }
    expect(await shown([11])).toEqual([])
    expect(await shown([11, 9001])).toEqual(['purchaseOrder.created'])
    expect(await shown([11, 9003])).toEqual(['shippingOrder.allocated', 'shippingOrder.created'])
    expect(await shown([11, 9005])).toEqual(['workOrder.created'])
    expect(await shown([11, 9001, 9003, 9005])).toHaveLength(4)
  })

  test('only to readers who may see all warehouses of the order', async () => {
    const itemID = await anItemWith(1)
    const { soNo } = await sell([
      { itemID, units: 1 },
      { itemID, units: 1, wid: 2 },
    ])
    await expect.poll(() => typesOf(soNo)).toHaveLength(2)
    const shown = async (warehouses: number[]) => typesOf(soNo, (await world.system.createClient({ warehouses })).call)
    expect(await shown([1])).toEqual([])
    expect(await shown([1, 2])).toHaveLength(2)
  })

  test('by webhooks to owners with the permission, and to no others', async () => {
    await using receiver = await startReceiver()
    const subscribe = async (name: string, permissions: number[]) => {
      const { call } = await world.system.createClient({ permissions })
      const events = ['workOrder.created' as const, 'inventory.received' as const]
      await call(notifications.createWebhook, { name, url: `${receiver.url}/${name}`, events })
    }
    await subscribe('with', [11, 370, 9005])
    await subscribe('without', [11, 370])
    const shortID = await world.newItem()
    const made = { description: 'Cabinet', lines: [{ shortID, units: 2, warehouse: 1 }] }
    const typesAt = (name: string) =>
      receiver.received.flatMap(({ path, body }) => (path.endsWith(name) ? [Object(JSON.parse(body)).type] : []))
    for (const count of [1, 2, 3]) {
      await world.call(inventory.createWorkOrder, made)
      await world.receive(shortID, 1)
      await expect.poll(() => typesAt('/with'), { timeout: 20_000 }).toHaveLength(2 * count)
      await expect.poll(() => typesAt('/without'), { timeout: 20_000 }).toHaveLength(count)
    }
    expect(new Set(typesAt('/without'))).toEqual(new Set(['inventory.received']))
    expect(new Set(typesAt('/with'))).toEqual(new Set(['inventory.received', 'workOrder.created']))
  })
})
