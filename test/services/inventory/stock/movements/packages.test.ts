import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { checkDigitOf } from '../../../../../shared/scan/gtin.ts'
import { unique } from '../../../../support/records/factories.ts'
import type { Api } from '../../../../support/system/api.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
let api: Api
beforeAll(async () => {
  world = await shareStockWorld(['gateway'])
  api = (await world.system.createClient()).api
})

let made = 0
/** An item in packages of so many units, with the GTIN of a box of 12 units, and that of one unit. */
async function newPackedItem(units: number) {
  const shortID = await world.newItem({ units, putUp: 'Box' })
  const gtins = [1, 2].map(() => {
    made += 1
    const digits = `95060003${String(made).padStart(4, '0')}`
    return `${digits}${checkDigitOf(digits)}`
  })
  const [box = '', one = ''] = gtins
  await world.call(catalog.putAlias, { shortID, alias: box, units: 12 })
  await world.call(catalog.putAlias, { shortID, alias: one })
  return { itemID: shortID, box, one }
}

const receipt = { wid: 1, reasonCode: 10, spot: 'A-1' }
const invalid = (details: Readonly<Record<string, readonly string[]>>) => ({
  status: 400,
  body: expect.objectContaining({ error: 'validation_error', message: 'Model validation failed.', details }),
})

describe('Packages', () => {
  test('are received, moved and issued as so many units', async () => {
    const { itemID } = await newPackedItem(100)
    const received = await api.inventory.receive({ ...receipt, itemID, packages: 2.5 })
    expect(received).toMatchObject({ status: 201, body: { units: 250 } })
    const moved = await api.inventory.move({ wid: 1, itemID, packages: 1, fromSpot: 'A-1', toSpot: 'B-1' })
    expect(moved).toMatchObject({ status: 200, body: { units: 100 } })
    const issue = { wid: 1, reasonCode: 20, itemID, packages: 0.5, units: 50 }
    expect(await api.inventory.previewIssue({ ...issue, dryRun: true })).toMatchObject({ body: { units: 50 } })
    expect(await api.inventory.issue(issue)).toMatchObject({ status: 200, body: { units: 50 } })
    const { body } = await api.inventory.move({ wid: 1, itemID, packages: 1, shipToWid: 2, transit: true })
    expect(body).toMatchObject({ status: 'in transit', units: 100 })
  })

  test('are what the item says at that time, and a repeat is answered as before', async () => {
    const { itemID } = await newPackedItem(10)
    const options = { operationId: unique('key') }
    const send = (more = {}) => world.call(inventory.receive, { ...receipt, itemID, packages: 3 }, more)
    const first = await send(options)
    expect(first).toMatchObject({ units: 30 })
    await world.call(catalog.updateItem, { shortID: itemID, units: 20 })
    await expect.poll(async () => (await send()).units).toBe(60)
    expect(await send(options)).toEqual(first)
  })

  test('are refused if units differ, or if they are no quantity in units', async () => {
    const { itemID } = await newPackedItem(0.000003)
    const refusalOf = (more: object) => api.inventory.receive({ ...receipt, itemID, ...more })
    const range = 'more than 0 and at most 999999999.999999 units with at most 6 decimal places'
    expect(await refusalOf({ packages: 0.5 })).toMatchObject(
      invalid({ packages: [`The field packages must stand for ${range}: 0.5 stands for 0.0000015.`] }),
    )
    expect(await refusalOf({ packages: 2, units: 2 })).toMatchObject(
      invalid({ packages: ['The field packages must agree with units: 2 are 0.000006, units is 2.'] }),
    )
    expect(await refusalOf({ packages: 0 })).toMatchObject(
      invalid({ packages: ['The field packages must be greater than 0.'] }),
    )
    expect(await refusalOf({ packages: null, units: null })).toMatchObject(
      invalid({ units: ['The units field is required.'] }),
    )
    expect(await refusalOf({ packages: 2, units: -1 })).toMatchObject(
      invalid({ units: ['The field units must be greater than 0.'] }),
    )
    const none = await world.newItem({ units: 0 })
    expect(await refusalOf({ itemID: none, packages: 3 })).toMatchObject(
      invalid({ packages: [`The field packages must stand for ${range}: 3 stands for 0.`] }),
    )
  })

  test('are counted, and are accepted in lines of batches', async () => {
    const { itemID } = await newPackedItem(24)
    await world.receive(itemID, 48, { spot: 'C-1' })
    const countNo = unique('CC')
    await api.inventory.createCount({ countNo, wid: 1, items: [itemID] })
    const count = (more: object) => api.inventory.countLine({ countNo, itemID, spot: 'C-1', ...more })
    expect(await count({ packages: 1.5 })).toMatchObject({ status: 200, body: { counted: 36 } })
    expect(await count({ packages: 2, counted: 47 })).toMatchObject(
      invalid({ packages: ['The field packages must agree with counted: 2 are 48, counted is 47.'] }),
    )
    expect(await count({})).toMatchObject(invalid({ counted: ['The counted field is required.'] }))
    for (const mode of ['atomic', 'perLine'] as const) {
      const lines = [{ action: 'receive', ...receipt, itemID, packages: 2 }]
      expect((await api.inventory.batch({ mode, lines })).body).toMatchObject({ results: [{ body: { units: 48 } }] })
      const bad = [{ action: 'receive', ...receipt, itemID, packages: 2, units: 1 }]
      const said = JSON.stringify((await api.inventory.batch({ mode, lines: bad })).body)
      expect(said).toContain('must agree with units: 2 are 48, units is 1.')
    }
  })
})

describe('A code of a box', () => {
  test('stands for its units, as often as it says', async () => {
    const { itemID, box, one } = await newPackedItem(100)
    const receive = (more: object) => api.inventory.receive({ ...receipt, ...more })
    expect(await receive({ scan: box })).toMatchObject({ status: 201, body: { shortID: itemID, units: 12 } })
    expect(await receive({ scan: `(02)0${box}(37)4` })).toMatchObject({ status: 201, body: { units: 48 } })
    expect(await receive({ scan: `(01)0${one}(30)4` })).toMatchObject({ status: 201, body: { units: 4 } })
    expect(await receive({ scan: one })).toMatchObject(invalid({ units: ['The units field is required.'] }))
    expect(await receive({ scan: box, units: 7 })).toMatchObject({ status: 201, body: { units: 7 } })
    expect(await receive({ scan: `(02)0${box}(37)4`, units: 48 })).toMatchObject({ status: 201 })
    expect(await receive({ scan: `(02)0${box}(37)4`, units: 4 })).toMatchObject(
      invalid({ scan: ['The field scan must agree with units: the code says 48, units is 4.'] }),
    )
    expect(await receive({ scan: `(02)0${box}(37)25`, packages: 3 })).toMatchObject({
      status: 201,
      body: { units: 300 },
    })
  })

  test('of a count line is what the label says, unless something else was counted', async () => {
    const { itemID, box } = await newPackedItem(100)
    await world.receive(itemID, 24, { spot: 'D-1' })
    const countNo = unique('CC')
    await api.inventory.createCount({ countNo, wid: 1, items: [itemID] })
    const count = (more: object) => api.inventory.countLine({ countNo, spot: 'D-1', ...more })
    expect(await count({ scan: `(02)0${box}(37)2` })).toMatchObject({ status: 200, body: { counted: 24 } })
    expect(await count({ scan: `(02)0${box}(37)2`, counted: 23 })).toMatchObject({ body: { counted: 23 } })
  })
})
