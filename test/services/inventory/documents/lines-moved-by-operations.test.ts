import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../support/records/factories.ts'
import { startTransitWorld, type TransitWorld } from './transit/transit-world.ts'

let world: TransitWorld
beforeAll(async () => {
  world = await startTransitWorld()
})

const conflict = (...words: string[]) => ({
  code: 'conflict',
  message: expect.stringMatching(new RegExp(words.map((word) => word.replace(/[{}]/g, String.raw`\$&`)).join('.*'))),
})

const shipTo = async (itemID: string, units: number) => {
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const lines = [{ itemID, wid: 1, units }]
  return (await world.call(inventory.createShippingOrder, { customer, lines })).soNo
}

test('a receipt that names a line of an open transit is refused at both ends, with the route that receives it', async () => {
  const { itemID, partNo } = await world.anItemWith(12)
  const { slip } = await world.ship([{ itemID, units: 12 }])
  const named = { reference: slip, line: 1 }
  const refusal = conflict(`Transit ${slip} line 1: `, 'POST /Transit/{slip}/Receive')
  for (const wid of [2, 1]) await expect(world.receive(itemID, 12, { ...named, wid })).rejects.toMatchObject(refusal)
  await expect(
    world.call(inventory.previewReceive, { itemID, units: 1, wid: 2, reasonCode: 10, dryRun: true, ...named }),
  ).rejects.toMatchObject(refusal)
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 4 }])
  await expect(world.receive(itemID, 8, { ...named, wid: 2 })).rejects.toMatchObject(refusal)
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 4, aSN: 8 })
})

test('a line of a batch that names a line of an open transit is refused, and the others are done', async () => {
  const { itemID, partNo } = await world.anItemWith(5)
  const { slip } = await world.ship([{ itemID, units: 5 }])
  const receipt = { action: 'receive', itemID, units: 5, wid: 2, reasonCode: 10 }
  const refusal = conflict('POST /Transit/{slip}/Receive')
  const { results } = await world.call(inventory.batch, {
    mode: 'perLine',
    lines: [{ ...receipt, reference: slip, line: 1 }, receipt],
  })
  expect(results).toMatchObject([
    { status: 409, error: { error: 'conflict', message: refusal.message } },
    { status: 201 },
  ])
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 5, aSN: 5 })
})

test('a receipt that names a line of a transit that has ended is refused; without line it is taken', async () => {
  const { itemID } = await world.anItemWith(5)
  const { slip } = await world.ship([{ itemID, units: 5 }])
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 5 }])
  await expect(world.receive(itemID, 5, { wid: 2, reference: slip, line: 1 })).rejects.toMatchObject(
    conflict('the transit has ended', 'without line'),
  )
  await world.receive(itemID, 1, { wid: 2, reference: slip })
})

test('what has left by a transit is not issued once more at its source, while its destination may issue it', async () => {
  const { itemID, partNo } = await world.anItemWith(12)
  const { slip } = await world.ship([{ itemID, units: 6 }])
  const named = { reference: slip, line: 1 }
  await expect(world.issue(itemID, 6, named)).rejects.toMatchObject(conflict('have left', 'POST /Transit'))
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 3 }])
  await world.issue(itemID, 1, { ...named, wid: 2 })
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 6 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 2, aSN: 3 })
})

test('an open line of a shipping order takes neither receipts nor issues; a line that was shipped takes returns', async () => {
  const { itemID, partNo } = await world.anItemWith(12)
  const soNo = await shipTo(itemID, 4)
  const named = { reference: soNo, line: 1 }
  await expect(world.receive(itemID, 4, named)).rejects.toMatchObject(conflict('/Ship', 'without line'))
  await expect(world.issue(itemID, 4, named)).rejects.toMatchObject(conflict('/Pack', '/Ship'))
  await world.receive(itemID, 1, { reference: soNo })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
  await world.call(inventory.shipShippingOrder, { soNo })
  await world.receive(itemID, 2, named)
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 11 })
})

test("another system's order and the product of a work order are received as before", async () => {
  const { itemID } = await world.anItemWith(3)
  const product = await world.newItem()
  const lines = [{ shortID: itemID, units: 1, warehouse: 1 }]
  const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines })
  const received = { status: 'received' }
  expect(await world.receive(product, 1, { reference: woNo, prodID: 'CAB-1' })).toMatchObject(received)
  expect(await world.receive(itemID, 1, { reference: unique('ERP'), line: 1 })).toMatchObject(received)
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
