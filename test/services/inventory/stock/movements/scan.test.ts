import { beforeAll, expect, test } from 'vitest'
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

const GS = '\u001d'
let made = 0
/** An item with an EAN-13 of its own as its alias. */
async function newTradeItem() {
  const shortID = await world.newItem()
  made += 1
  const digits = `95060001${String(made).padStart(4, '0')}`
  const ean = `${digits}${checkDigitOf(digits)}`
  await world.call(catalog.putAlias, { shortID, alias: ean })
  return { shortID, ean, gtin: `0${ean}` }
}
const receipt = { wid: 1, reasonCode: 10, spot: 'A-1' }
const invalid = (details: Readonly<Record<string, readonly string[]>>) => ({
  status: 400,
  body: expect.objectContaining({ error: 'validation_error', message: 'Model validation failed.', details }),
})

test('a scan gives item, units, lot, serial number and expiry of a receipt, and finds them again', async () => {
  const { shortID, gtin } = await newTradeItem()
  const scan = `]C101${gtin}3024${GS}10L7${GS}21S9${GS}17310131`
  const received = await api.inventory.receive({ ...receipt, scan })
  expect(received).toMatchObject({ status: 201, body: { shortID, units: 24 } })
  const { recNo } = received.body
  const { body: lot } = await api.inventory.getLot({ recno: recNo })
  expect(lot).toMatchObject({ serial: 'S9', serial2: 'L7', expires: '2031-01-31T00:00:00.000Z' })
  await world.receive(shortID, 30, { spot: 'A-1', expires: '2031-01-01' })
  const moved = await api.inventory.move({ wid: 1, toSpot: 'B-2', scan, units: 24 })
  expect(moved).toMatchObject({ status: 200, body: { recNo, units: 24 } })
  const issued = await api.inventory.issue({ wid: 1, reasonCode: 20, scan: `(01)${gtin}(21)S9(10)L7`, units: 4 })
  expect(issued).toMatchObject({ status: 200, body: { recNo, units: 4 } })
})

test('a lot number alone is the serial', async () => {
  const { gtin } = await newTradeItem()
  const { body } = await api.inventory.receive({ ...receipt, units: 1, scan: `(01)${gtin}(10)L7` })
  expect((await api.inventory.getLot({ recno: body.recNo })).body).toMatchObject({ serial: 'L7', serial2: null })
})

test.each(['ean', 'gtin', 'shortID'] as const)('the item is found by its %s alone', async (name) => {
  const item = await newTradeItem()
  const { shortID } = item
  expect((await api.inventory.receive({ ...receipt, units: 1, scan: item[name] })).body).toMatchObject({ shortID })
})

test('an item is found by the spelling in the code before any other', async () => {
  const [one, other] = [await newTradeItem(), await world.newItem()]
  await world.call(catalog.putAlias, { shortID: other, alias: one.gtin })
  // The news of the aliases may be under way: these ask the catalog.
  await Promise.all([one.gtin, one.ean].map((name) => world.receive(name, 1)))
  const shortIDs = [`(01)${one.gtin}`, one.ean].map(
    async (scan) => (await api.inventory.receive({ ...receipt, units: 1, scan })).body.shortID,
  )
  expect(await Promise.all(shortIDs)).toEqual([other, one.shortID])
})

test('what is given must agree with the scan', async () => {
  const [one, other] = [await newTradeItem(), await newTradeItem()]
  const scan = `(01)${one.gtin}(37)24(10)L7(17)310131`
  const agreeing = { units: 24, serial: 'L7', expires: '2031-01-31T12:00:00Z' }
  for (const itemID of [one.shortID, one.ean, one.gtin])
    expect(await api.inventory.receive({ ...receipt, ...agreeing, itemID, scan })).toMatchObject({ status: 201 })
  const differing = { units: 12, serial: 'L8', expires: '2031-02-01' }
  expect(await api.inventory.receive({ ...receipt, ...differing, itemID: one.shortID, scan })).toMatchObject(
    invalid({
      scan: [
        'The field scan must agree with serial: the code says L7, serial is L8.',
        'The field scan must agree with expires: the code says 2031-01-31, expires is 2031-02-01.',
      ],
    }),
  )
  // How many units the code stands for depends on its item.
  expect(await api.inventory.receive({ ...receipt, units: 12, itemID: one.shortID, scan })).toMatchObject(
    invalid({ scan: ['The field scan must agree with units: the code says 24, units is 12.'] }),
  )
  expect(await api.inventory.receive({ ...receipt, itemID: other.ean, scan })).toMatchObject(
    invalid({
      scan: [`The field scan must agree with itemID: the code says ${one.shortID}, itemID is ${other.shortID}.`],
    }),
  )
  expect(await api.inventory.receive({ ...receipt, itemID: unique('NONE'), scan })).toMatchObject(
    invalid({ itemID: ['The field itemID must name an existing item.'] }),
  )
})

test('a scan that cannot be read, or of no item, is refused', async () => {
  const refusalOf = async (scan: unknown) => {
    // Not what the contract declares.
    const { body } = await api.inventory.receive({ ...receipt, units: 1, scan: scan as string })
    return body
  }
  const refused = (...scan: readonly string[]) => expect.objectContaining({ details: { scan } })
  const both = (...scan: readonly string[]) =>
    expect.objectContaining({ details: { itemID: ['The itemID field is required.'], scan } })
  expect(await refusalOf('(01)09506000134353')).toEqual(
    both(
      'The field scan must be a code that can be read: the check digit of (01)09506000134353 is wrong: it would be 2.',
    ),
  )
  expect(await refusalOf('A'.repeat(513))).toEqual(both('The field scan must be at most 512 characters long.'))
  expect(await refusalOf('A\tB')).toEqual(both('The field scan must not contain control characters.'))
  expect(await refusalOf(5)).toEqual(both('The field scan must be a string.'))
  expect(await refusalOf('')).toEqual(both('The field scan must be a code that can be read: there is nothing in it.'))
  expect(await refusalOf('(01)09506000134352')).toEqual(
    refused('The field scan must be the code of an item: none is 09506000134352.'),
  )
  expect(await refusalOf('(00)376104250021234569')).toEqual(
    expect.objectContaining({ details: { itemID: ['The itemID field is required.'] } }),
  )
})

test('without a scan the fields are required as ever, in the sequence of the input', async () => {
  const { body } = await api.inventory.receive({ wid: 1, reasonCode: -1 })
  expect(JSON.stringify((body as { details?: object }).details)).toBe(
    JSON.stringify({
      itemID: ['The itemID field is required.'],
      units: ['The units field is required.'],
      reasonCode: ['The field reasonCode must be 0 or greater.'],
    }),
  )
  expect(await api.inventory.issue({ wid: 1, reasonCode: 20, itemID: 'X', units: 0 })).toMatchObject(
    invalid({ units: ['The field units must be greater than 0.'] }),
  )
})

test('dry runs and the lines of batches take scans too', async () => {
  const { shortID, gtin } = await newTradeItem()
  const scan = `(01)${gtin}(37)6`
  const preview = await api.inventory.previewReceive({ ...receipt, scan, dryRun: true })
  expect(preview).toMatchObject({ status: 200, body: { status: 'planned', shortID, units: 6 } })
  const bad = await api.inventory.batch({
    mode: 'atomic',
    lines: [
      { action: 'receive', ...receipt, scan },
      { action: 'issue', wid: 1, reasonCode: 20, scan, units: 7 },
    ],
  })
  expect(bad).toMatchObject(
    invalid({ 'lines[1].scan': ['The field lines[1].scan must agree with units: the code says 6, units is 7.'] }),
  )
  for (const mode of ['atomic', 'perLine'] as const) {
    const { body } = await api.inventory.batch({
      mode,
      lines: [
        { action: 'receive', ...receipt, scan },
        { action: 'issue', wid: 1, reasonCode: 20, scan },
      ],
    })
    expect(body.results.map(({ status }) => status)).toEqual([201, 200])
  }
  expect((await world.call(inventory.listTransactions, { itemID: shortID })).totalCount).toBe(4)
})

test('a transit is shipped by scan', async () => {
  const { gtin } = await newTradeItem()
  const scan = `(01)${gtin}(37)6(10)L1`
  await api.inventory.receive({ ...receipt, scan })
  const { body } = await api.inventory.move({ wid: 1, shipToWid: 2, transit: true, scan })
  expect(body).toMatchObject({ status: 'in transit', units: 6 })
})

test('a repeat with the same key gets the first response, and another scan is a conflict', async () => {
  const [one, other] = [await newTradeItem(), await newTradeItem()]
  const options = { operationId: unique('key') }
  const send = (scan: string) => world.call(inventory.receive, { ...receipt, units: 1, scan } as never, options)
  expect(await send(one.ean)).toEqual(await send(one.ean))
  await expect(send(other.ean)).rejects.toMatchObject({ code: 'conflict' })
})

test('a count line takes item and quantity of a scan; what is counted may differ from the label', async () => {
  const [one, other] = [await newTradeItem(), await newTradeItem()]
  await world.receive(one.shortID, 24, { wid: 1, spot: 'C-1' })
  const countNo = unique('CC')
  await api.inventory.createCount({ countNo, wid: 1, items: [one.shortID, other.shortID] })
  const scan = `(01)${one.gtin}(37)24`
  const count = (more: object) => api.inventory.countLine({ countNo, spot: 'C-1', ...more })
  expect(await count({ scan })).toMatchObject({ status: 200, body: { shortID: one.shortID, counted: 24 } })
  expect(await count({ scan, counted: 23 })).toMatchObject({ status: 200, body: { counted: 23 } })
  expect(await count({ scan: one.ean })).toMatchObject(invalid({ counted: ['The counted field is required.'] }))
  const { lineNo } = (await count({ scan })).body
  expect(await count({ lineNo, scan: other.ean, counted: 1 })).toMatchObject(
    invalid({ scan: ['The field scan must be that of the line.'] }),
  )
  expect(await count({ itemID: other.shortID, scan, counted: 1 })).toMatchObject(
    invalid({
      scan: [`The field scan must agree with itemID: the code says ${one.shortID}, itemID is ${other.shortID}.`],
    }),
  )
  expect(await count({})).toMatchObject(
    invalid({ itemID: ['The itemID field is required.'], counted: ['The counted field is required.'] }),
  )
})
