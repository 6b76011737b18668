import pMap from 'p-map'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import type { Api } from '../../../../support/system/api.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
let api: Api
beforeAll(async () => {
  world = await shareStockWorld(['gateway'])
  api = (await world.system.createClient()).api
})

const unknownAction = 'must be one of receive, move, issue, hold, release, adjust, amend.'
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const receipt = (itemID: string, units: number, more = {}) => ({
  ...{ action: 'receive', itemID, units, wid: 1, reasonCode: 10 },
  ...more,
})
const issue = (itemID: string, units: number, more = {}) => ({
  ...{ action: 'issue', itemID, units, wid: 1, reasonCode: 20 },
  ...more,
})
const statuses = ({ body }: Awaited<ReturnType<Api['inventory']['batch']>>) => body.results.map(({ status }) => status)
const entriesOf = async (itemID: string) => (await world.call(inventory.listTransactions, { itemID })).totalCount

describe('A batch with perLine', () => {
  test('answers each line as its operation alone would, in the sequence of the lines', async () => {
    const shortID = await world.newItem()
    const { recNo } = await world.receive(shortID, 5)
    const { status, body } = await api.inventory.batch({
      mode: 'perLine',
      lines: [
        receipt(shortID, 3, { expires: '2031-01-31' }),
        receipt(shortID, 0, { expires: 'tomorrow' }),
        { action: 'destroy', itemID: shortID },
        receipt(unique('NOBODY'), 1),
        issue(shortID, 100),
        { action: 'hold', recno: recNo, units: 2 },
        { action: 'move', itemID: shortID, units: 1, wid: 1, toSpot: 'B' },
        issue(shortID, 1),
        { action: 'release', recno: 2_000_000_000 },
        { action: 'adjust', itemID: shortID, wid: 1, spot: 'B', expected: 1, counted: 1, reasonCode: 20 },
        { action: 'amend', recno: recNo, remark: 'dented' },
        { action: 'amend', recno: 2_000_000_000, remark: 'lost' },
      ],
    })
    expect(status).toBe(200)
    const done = (more: object, status = 200) => ({ status, body: expect.objectContaining(more) })
    const invalid = (details: object) => ({ status: 400, error: expect.objectContaining({ details }) })
    expect(body.results).toEqual([
      done({ status: 'received', units: 3 }, 201),
      invalid({
        units: ['The field units must be greater than 0.'],
        expires: ['The field expires must be an ISO 8601 date or date-time.'],
      }),
      invalid({ action: [`The field action ${unknownAction}`] }),
      invalid({ itemID: ['The field itemID must name an existing item.'] }),
      {
        status: 409,
        error: { statusCode: 409, error: 'conflict', message: 'Insufficient stock: requested 100, available 8.' },
      },
      done({ status: 'held', fromRecNo: recNo, units: 2 }),
      done({ status: 'moved', units: 1, toSpot: 'B' }),
      done({ status: 'issued', units: 1 }),
      invalid({ recno: ['The field recno must name an existing lot.'] }),
      done({ status: 'adjusted', transactionNo: null }),
      done({ status: 'amended', recNo }),
      { status: 404, error: expect.objectContaining({ message: 'Lot 2000000000 does not exist.' }) },
    ])
    expect(await entriesOf(shortID)).toBe(6)
    expect((await world.reconcile()).differences).toEqual([])
  })

  test('checks permission and scope of each line', async () => {
    const shortID = await world.newItem()
    const receiver = await world.system.createClient({ permissions: [permissions.positiveAdjustment], warehouses: [1] })
    const { body } = await receiver.api.inventory.batch({
      mode: 'perLine',
      lines: [receipt(shortID, 1, { wid: 2 }), receipt(shortID, 1), issue(shortID, 1)],
    })
    const forbidden = (message: string) => ({ status: 403, error: { statusCode: 403, error: 'forbidden', message } })
    expect(body.results).toEqual([
      forbidden("Warehouse is outside the client's authorized scope."),
      { status: 201, body: expect.objectContaining({ shortID }) },
      forbidden('Insufficient permissions.'),
    ])
    const reader = await world.system.createClient({ readOnly: true })
    const refused = await reader.api.inventory.batch({ mode: 'perLine', lines: [receipt(shortID, 1)] })
    expect(refused).toMatchObject({ status: 403, body: { message: 'Account is read-only.' } })
  })

  test('goes on under its key after a crash, and doubles nothing (R4)', async () => {
    const shortID = await world.newItem()
    const lines = times(40, (index) => receipt(shortID, index + 1))
    const options = { headers: { 'idempotency-key': unique('crash') } }
    // The first 25 lines were done before the crash.
    await api.inventory.batch({ mode: 'perLine', lines: lines.slice(0, 25) }, options)
    const second = await api.inventory.batch({ mode: 'perLine', lines }, options)
    const third = await api.inventory.batch({ mode: 'perLine', lines }, options)
    expect(second.body.results.map(({ replayed = false }) => replayed)).toEqual(times(40, (index) => index < 25))
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect(third.headers['idempotent-replayed']).toBe('true')
    const bodies = (results: typeof third.body.results) => results.map(({ body }) => body)
    expect(bodies(third.body.results)).toEqual(bodies(second.body.results))
    expect(await entriesOf(shortID)).toBe(40)
    const key = `${options.headers['idempotency-key']}/3`
    expect((await api.inventory.getOperation({ key })).body).toMatchObject({ statusCode: 201, answer: { units: 4 } })
    const other = await api.inventory.batch({ mode: 'perLine', lines: [receipt(shortID, 99)] }, options)
    expect(other.body.results).toMatchObject([{ status: 409 }])
  })

  test('a line with a key of its own is done once, in whichever batch it comes', async () => {
    const shortID = await world.newItem()
    const key = unique('line')
    const once = receipt(shortID, 1, { key })
    const first = await api.inventory.batch({ mode: 'perLine', lines: [receipt(shortID, 2), once] })
    const second = await api.inventory.batch({ mode: 'perLine', lines: [once, receipt(shortID, 3), once] })
    expect(statuses(first)).toEqual([201, 201])
    expect(second.body.results).toMatchObject([
      { status: 201, replayed: true },
      { status: 201 },
      { status: 400, error: { details: { key: ['The field key must be unique within the batch.'] } } },
    ])
    expect(await entriesOf(shortID)).toBe(3)
  })

  test('of 500 long lines is one request', async () => {
    const shortID = await world.newItem()
    const long = { remark: 'ä'.repeat(255), spot: 'ß'.repeat(64), reference: 'R'.repeat(64), serial: 'S'.repeat(64) }
    const lines = times(500, () => receipt(shortID, 1, { ...long, serial2: long.serial, rfidTag: long.serial }))
    const answer = await api.inventory.batch({ mode: 'perLine', lines })
    expect(new Set(statuses(answer))).toEqual(new Set([201]))
    expect((await world.reconcile()).differences).toEqual([])
  })
})

describe('An atomic batch', () => {
  test('does all lines, later ones with what earlier ones have made', async () => {
    const shortID = await world.newItem()
    const other = await world.newItem()
    const options = { headers: { 'idempotency-key': unique('all') } }
    const lines = [receipt(shortID, 5), receipt(other, 1), issue(shortID, 4), issue(shortID, 1)]
    const answer = await api.inventory.batch({ mode: 'atomic', lines }, options)
    expect(answer).toMatchObject({ status: 200 })
    expect(statuses(answer)).toEqual([201, 201, 200, 200])
    const again = await api.inventory.batch({ mode: 'atomic', lines }, options)
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', answer.body])
    expect([await entriesOf(shortID), await entriesOf(other)]).toEqual([3, 1])
    expect((await world.reconcile()).differences).toEqual([])
  })

  test('changes nothing if line 7 lacks stock, and says so', async () => {
    const shortID = await world.newItem()
    const { partNo } = await world.receive(shortID, 20)
    const before = await world.levelOf(partNo)
    const lines = times(10, (index) => issue(shortID, index === 7 ? 14 : 1))
    const answer = await api.inventory.batch({ mode: 'atomic', lines })
    const message = 'lines[7]: Insufficient stock: requested 14, available 13.'
    expect(answer.body).toEqual({ statusCode: 409, error: 'conflict', message })
    expect(await world.levelOf(partNo)).toEqual(before)
    expect(await entriesOf(shortID)).toBe(1)
  })

  test('names every bad line by its index, and the line outside the scope', async () => {
    const shortID = await world.newItem()
    const bad = [
      receipt(shortID, 1),
      receipt(shortID, 0),
      { action: 'destroy' },
      5,
      { ...receipt(shortID, 1), key: 'k' },
    ]
    const answer = await api.inventory.batch({ mode: 'atomic', lines: bad } as never)
    expect(answer.body.details).toEqual({
      'lines[1].units': ['The field lines[1].units must be greater than 0.'],
      'lines[2].action': [`The field lines[2].action ${unknownAction}`],
      'lines[3].action': ['The lines[3].action field is required.'],
      'lines[4].key': ['The field lines[4].key must not be given with the mode atomic.'],
    })
    const lost = [receipt(shortID, 1), receipt(unique('NOBODY'), 1), receipt(shortID, 1, { wid: 77 })]
    expect((await api.inventory.batch({ mode: 'atomic', lines: lost })).body.details).toEqual({
      'lines[1].itemID': ['The field lines[1].itemID must name an existing item.'],
      'lines[2].wid': ['The field lines[2].wid must name an existing warehouse.'],
    })
    const narrow = await world.system.createClient({ warehouses: [1] })
    const outside = [receipt(shortID, 1), receipt(shortID, 1, { wid: 2 })]
    expect((await narrow.api.inventory.batch({ mode: 'atomic', lines: outside })).body).toEqual({
      statusCode: 403,
      error: 'forbidden',
      message: "lines[1]: Warehouse is outside the client's authorized scope.",
    })
    expect(await entriesOf(shortID)).toBe(0)
  })

  test('is of at most 100 items', async () => {
    const items = await pMap(
      times(101, () => undefined),
      () => world.newItem(),
      { concurrency: 8 },
    )
    const lines = items.map((shortID) => receipt(shortID, 1))
    const refused = await api.inventory.batch({ mode: 'atomic', lines })
    expect(refused.body.details).toEqual({ lines: ['The field lines must name at most 100 items.'] })
    expect(new Set(statuses(await api.inventory.batch({ mode: 'atomic', lines: lines.slice(1) })))).toEqual(
      new Set([201]),
    )
  })
})

describe('The dry run of a batch', () => {
  const dryRun = (mode: 'atomic' | 'perLine', lines: Record<string, unknown>[]) =>
    api.inventory.previewBatch({ dryRun: true, mode, lines })

  test('shows each line after those before it, and writes nothing', async () => {
    const shortID = await world.newItem()
    const { recNo, partNo } = await world.receive(shortID, 1, { expires: '2031-01-31' })
    const before = await world.levelOf(partNo)
    const { body } = await dryRun('perLine', [receipt(shortID, 5), issue(shortID, 6), issue(shortID, 1)])
    const newLot = { recNo: null, fromRecNo: null, unitsAfter: 5 }
    expect(body.results).toMatchObject([
      { status: 200, body: { status: 'planned', shortID, units: 5, lots: [newLot] } },
      {
        status: 200,
        body: {
          units: 6,
          lots: [
            { recNo, unitsAfter: 0 },
            { recNo: null, unitsAfter: 0 },
          ],
        },
      },
      { status: 409, error: { message: 'Insufficient stock: requested 1, available 0.' } },
    ])
    expect(await world.levelOf(partNo)).toEqual(before)
    expect(await entriesOf(shortID)).toBe(1)
  })

  test('of an atomic batch is refused as the batch would be', async () => {
    const shortID = await world.newItem()
    expect((await dryRun('atomic', [receipt(shortID, 5), issue(shortID, 6)])).body).toMatchObject({
      statusCode: 409,
      message: 'lines[1]: Insufficient stock: requested 6, available 5.',
    })
    expect((await dryRun('atomic', [receipt(shortID, 5), issue(shortID, 5)])).status).toBe(200)
  })
})
