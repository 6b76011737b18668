import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Operation, Params } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { refusal } from '../../support/checks/probe.ts'
import { unique } from '../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const message = (field: string, shortID: string) => ({
  [field]: [`The field ${field} must be a whole number: ${shortID} has whole units only.`],
})
const detailsOf = async <O extends Operation>(operation: O, input: Params<O>) => {
  const { code, details } = await refusal(world.call(operation, input))
  expect(code).toBe('validation_error')
  return details
}
const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

describe('An item with whole units only', () => {
  test('says so, and takes no movement of a fraction', async () => {
    const itemID = await world.newItem({ wholeUnits: true })
    expect(await world.call(catalog.getItem, { key: itemID })).toMatchObject({ wholeUnits: true })
    const { recNo } = await world.receive(itemID, 10)
    const expected = message('units', itemID)
    const at = { itemID, wid: 1, units: 1.5, reasonCode: 10 }
    expect(await detailsOf(inventory.receive, at)).toEqual(expected)
    expect(await detailsOf(inventory.previewReceive, { ...at, dryRun: true })).toEqual(expected)
    expect(await detailsOf(inventory.move, { itemID, wid: 1, units: 1.5, toSpot: 'B' })).toEqual(expected)
    expect(await detailsOf(inventory.issue, { ...at, reasonCode: 20 })).toEqual(expected)
    expect(await detailsOf(inventory.hold, { recno: recNo, units: 0.5 })).toEqual(expected)
    expect(await detailsOf(inventory.createReservation, { ...at, reference: 'R' })).toEqual(expected)
    expect((await world.lotsOf(itemID)).map(({ units }) => units)).toEqual([10])
    await reconciled()
  })

  test('takes no line of a document with a fraction, at the field of the line', async () => {
    const itemID = await world.newItem({ wholeUnits: true })
    await world.receive(itemID, 10)
    const vendor = await world.call(inventory.createVendor, { shortID: unique('V'), name: unique('N') })
    const whole = { shortID: itemID, warehouse: 1, units: 3 }
    const expected = message('lines[1].units', itemID)
    const order = { vendor: vendor.shortID, lines: [whole, { ...whole, units: 1.5 }] }
    expect(await detailsOf(inventory.createPurchaseOrder, order)).toEqual(expected)
    const { poNo } = await world.call(inventory.createPurchaseOrder, { ...order, lines: [whole, whole] })
    const changed = { poNo, lines: [{ lineNo: 1 }, { lineNo: 2, units: 2.5 }] }
    expect(await detailsOf(inventory.updatePurchaseOrder, changed)).toEqual(expected)
    const ofTransit = {
      wid: 1,
      shipToWid: 2,
      lines: [
        { itemID, units: 1 },
        { itemID, units: 1.5 },
      ],
    }
    expect(await detailsOf(inventory.shipTransit, ofTransit)).toEqual(expected)
    const { countNo } = await world.call(inventory.createCount, { wid: 1, items: [itemID] })
    expect(await detailsOf(inventory.countLine, { countNo, lineNo: 1, counted: 9.5 })).toEqual(
      message('counted', itemID),
    )
    await reconciled()
  })

  test('can use up the fraction that it had before, and makes none of it', async () => {
    const itemID = await world.newItem()
    const { recNo } = await world.receive(itemID, 2.5)
    await world.call(catalog.updateItem, { shortID: itemID, wholeUnits: true })
    const preview = { itemID, wid: 1, units: 0.25, reasonCode: 20, dryRun: true as const }
    await expect
      .poll(() => refusal(world.call(inventory.previewIssue, preview)).then(({ details }) => details))
      .toEqual(message('units', itemID))
    expect(await detailsOf(inventory.issue, { itemID, wid: 1, units: 0.25, reasonCode: 20 })).toEqual(
      message('units', itemID),
    )
    await world.move(itemID, 2.5, { recno: recNo, toSpot: 'B' })
    await world.issue(itemID, 0.5)
    expect((await world.lotsOf(itemID)).map(({ units }) => units)).toEqual([2])
    await reconciled()
  })

  test('is one of any units again when it says so', async () => {
    const itemID = await world.newItem({ wholeUnits: true })
    await world.call(catalog.updateItem, { shortID: itemID, wholeUnits: false })
    expect(await world.call(catalog.getItem, { key: itemID })).not.toHaveProperty('wholeUnits')
    await expect
      .poll(() =>
        world.receive(itemID, 1.5).then(
          () => 'received',
          () => 'refused',
        ),
      )
      .toBe('received')
  })
})
