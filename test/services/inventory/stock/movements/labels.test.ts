import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { checkDigitOf } from '../../../../../shared/scan/gtin.ts'
import type { Api } from '../../../../support/system/api.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
let api: Api
beforeAll(async () => {
  world = await shareStockWorld(['gateway'])
  api = (await world.system.createClient()).api
})

let made = 0
/** An item with a GTIN of its own as its alias. */
async function newTradeItem() {
  const shortID = await world.newItem()
  made += 1
  const digits = `095060002${String(made).padStart(4, '0')}`
  const gtin = `${digits}${checkDigitOf(digits)}`
  await world.call(catalog.putAlias, { shortID, alias: gtin })
  return { shortID, gtin }
}
const receipt = { wid: 1, reasonCode: 10, spot: 'A-1' }

test('the label of a meat packer makes a lot that expires, with its net weight', async () => {
  const { shortID } = await newTradeItem()
  const gtin = '94028887034023'
  await world.call(catalog.putAlias, { shortID, alias: gtin })
  const scan = `01${gtin}31030012241526020510160126`
  const { headers, body } = await api.inventory.receive({ ...receipt, units: 1, scan })
  expect(headers).not.toHaveProperty('x-ignored-fields')
  const { body: lot } = await api.inventory.getLot({ recno: body.recNo })
  expect(lot).toMatchObject({ serial: '160126', expires: '2026-02-05T00:00:00.000Z', netWeight: 1.224 })
})

test('what a code says and no field takes is named as members of a body are', async () => {
  const { shortID, gtin } = await newTradeItem()
  const scan = `(01)${gtin}(37)6(10)L1(11)260101(15)310101(17)310131(3302)001250(3113)000001`
  const received = await api.inventory.receive({ ...receipt, scan, colour: 'red' } as never)
  expect(received).toMatchObject({ status: 201 })
  expect(received.headers['x-ignored-fields']).toBe('colour, scan.11, scan.15, scan.3113')
  expect((await api.inventory.getLot({ recno: received.body.recNo })).body).toMatchObject({ grossWeight: 12.5 })
  const moved = await api.inventory.move({ wid: 1, toSpot: 'B-1', scan, units: 6 })
  expect(moved.headers['x-ignored-fields']).toBe('scan.11, scan.15, scan.17, scan.3302, scan.3113')
  const line = { action: 'receive', ...receipt, scan: `(01)${gtin}(37)1(11)260101` }
  const batch = await api.inventory.batch({ mode: 'perLine', lines: [{ ...line, scan: shortID, units: 1 }, line] })
  expect(batch.headers['x-ignored-fields']).toBe('lines[1].scan.11')
})

test('a weight that is given counts, whatever the label says', async () => {
  const { gtin } = await newTradeItem()
  const scan = `(01)${gtin}(3102)001250(3302)001300`
  const { body } = await api.inventory.receive({ ...receipt, units: 1, netWeight: 12.4, scan })
  expect((await api.inventory.getLot({ recno: body.recNo })).body).toMatchObject({ netWeight: 12.4, grossWeight: 13 })
})

test('a label whose dates contradict each other is refused', async () => {
  const { gtin } = await newTradeItem()
  const refused = await api.inventory.receive({ ...receipt, units: 1, scan: `(01)${gtin}(11)270201(17)270131` })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      details: { scan: ['The field scan must be a code that can be read: (17) 2027-01-31 is before (11) 2027-02-01.'] },
    },
  })
})

test('a separator that a scanner types, and a UPC-E, are read', async () => {
  const { gtin } = await newTradeItem()
  const typed = await api.inventory.receive({ ...receipt, units: 1, scan: `01${gtin}10L7<GS>21S7` })
  expect((await api.inventory.getLot({ recno: typed.body.recNo })).body).toMatchObject({ serial: 'S7', serial2: 'L7' })
  const item = await world.newItem()
  await world.call(catalog.putAlias, { shortID: item, alias: '042100005264' })
  const short = await api.inventory.receive({ ...receipt, units: 1, scan: '04252614' })
  expect(short).toMatchObject({ status: 201, body: { shortID: item } })
})

test('a receipt of a serial number that is in stock already is done, and its response says so', async () => {
  const { shortID, gtin } = await newTradeItem()
  const other = await newTradeItem()
  const scan = `(01)${gtin}(37)1(10)L1(21)S1`
  const first = await api.inventory.receive({ ...receipt, scan })
  expect(first.body).not.toHaveProperty('warnings')
  const warnings = [`Serial S1 of ${shortID} is in stock already: lot ${first.body.recNo}.`]
  const preview = await api.inventory.previewReceive({ ...receipt, scan, dryRun: true })
  expect(preview.body).toMatchObject({ warnings })
  const second = await api.inventory.receive({ ...receipt, itemID: shortID, units: 1, serial: 'S1', wid: 2 })
  expect(second).toMatchObject({ status: 201, body: { warnings } })
  const line = { action: 'receive', ...receipt, itemID: other.shortID, units: 1, serial: 'S1' }
  const planned = await api.inventory.previewBatch({ mode: 'atomic', lines: [line, line], dryRun: true })
  const ofLine = { warnings: [`Serial S1 of ${other.shortID} is in stock already: a lot of an earlier line.`] }
  expect(planned.body.results).toMatchObject([{ status: 200 }, { status: 200, body: ofLine }])
  const { body } = await api.inventory.batch({ mode: 'atomic', lines: [line, line] })
  expect(body.results).toMatchObject([
    { body: expect.not.objectContaining({ warnings: expect.anything() }) },
    { body: { warnings: [expect.stringContaining('Serial S1')] } },
  ])
  // Many receipts have the same lot number.
  const lot = `(01)${gtin}(37)1(10)L9`
  await api.inventory.receive({ ...receipt, scan: lot })
  expect((await api.inventory.receive({ ...receipt, scan: lot })).body).not.toHaveProperty('warnings')
})
