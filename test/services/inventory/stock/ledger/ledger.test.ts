import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { anIssue, anItem } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld(['notifications'])
})

test('every change of stock is in the ledger with who, why, what and each lot before and after', async () => {
  const shortID = await world.newItem()
  const received = await world.receive(shortID, 5, { spot: 'A', reference: 'PO-77', remark: 'first' })
  const moved = await world.move(shortID, 2, { shipToWid: 2, toSpot: 'B' })
  const issued = await world.issue(shortID, 1)
  const { value, totalCount } = await world.call(inventory.listTransactions, { shortID })
  expect(totalCount).toBe(3)
  expect(value.map(({ transactionNo }) => transactionNo)).toEqual([
    issued.transactionNo,
    moved.transactionNo,
    received.transactionNo,
  ])
  expect(value[2]).toMatchObject({
    type: 'receive',
    reasonCode: 10,
    reference: 'PO-77',
    remark: 'first',
    itemID: shortID,
    partNo: received.partNo,
    units: 5,
    wid: 1,
    spot: 'A',
    shipToWid: null,
    reverses: null,
    clientId: expect.stringContaining('client'),
    requestId: expect.any(String),
    lots: [{ recNo: received.recNo, fromRecNo: null, wid: 1, spot: 'A', hold: false, unitsBefore: 0, unitsAfter: 5 }],
  })
  expect(value[1]?.lots).toEqual([
    expect.objectContaining({ recNo: received.recNo, wid: 1, unitsBefore: 5, unitsAfter: 3 }),
    expect.objectContaining({
      recNo: moved.recNo,
      fromRecNo: received.recNo,
      wid: 2,
      spot: 'B',
      unitsBefore: 0,
      unitsAfter: 2,
    }),
  ])
  expect(value[0]?.lots).toEqual([expect.objectContaining({ recNo: received.recNo, unitsBefore: 3, unitsAfter: 2 })])
})

test('the ledger and the feed have what the requests said beyond the stock change', async () => {
  const shortID = await world.newItem()
  const bought = { supplier: 7, price: 0.1, netWeight: 1.5, grossWeight: 1.75, expires: '2031-05-01', line: 3 }
  const order = { kind: 'aSN', reference: 'PO-9', line: 3, itemID: shortID, wid: 1, units: 0.5 } as const
  await world.system.call(inventory.putOrderLine, order)
  const received = await world.receive(shortID, 5, { reference: 'PO-9', ...bought })
  const moved = await world.move(shortID, 2, { shipToWid: 2, transitSlip: 'TS-1' })
  const sold = { shipto: 12, prodID: 'WO-4', netWeight: 0.3, line: 8 }
  const issued = await world.issue(shortID, 1, { reference: 'SO-5', ...sold })

  const { value } = await world.call(inventory.listTransactions, { shortID, pageSize: 3 })
  const nothing = Object.fromEntries(Object.keys({ ...bought, ...sold, transitSlip: '' }).map((field) => [field, null]))
  expect(value).toMatchObject([
    { transactionNo: issued.transactionNo, ...nothing, ...sold },
    { transactionNo: moved.transactionNo, ...nothing, transitSlip: 'TS-1' },
    { transactionNo: received.transactionNo, ...nothing, ...bought, expires: '2031-05-01T00:00:00.000Z' },
  ])
  const inFeed = async () => {
    const { value: changes } = await world.call(notifications.listChanges, { since: 0, limit: 250 })
    return changes.flatMap(({ data }) =>
      'levels' in data && data.itemID === shortID && data.type !== 'order' ? [data] : [],
    )
  }
  await expect.poll(inFeed).toHaveLength(3)
  expect((await inFeed()).sort((one, other) => other.transactionNo - one.transactionNo)).toEqual(value)
})

test('the ledger is filtered by what its entries say', async () => {
  const shortID = await world.newItem()
  const reference = randomUUID()
  const received = await world.receive(shortID, 5, { reference })
  const issued = await world.issue(shortID, 1)
  const numbers = async (query: object) =>
    (await world.call(inventory.listTransactions, { shortID, ...query })).value.map(
      ({ transactionNo }) => transactionNo,
    )
  expect(await numbers({ type: 'issue' })).toEqual([issued.transactionNo])
  expect(await numbers({ reference })).toEqual([received.transactionNo])
  expect(await numbers({ reasonCode: '20' })).toEqual([issued.transactionNo])
  expect(await numbers({ recno: received.recNo })).toEqual([issued.transactionNo, received.transactionNo])
  expect(await numbers({ clientId: 'nobody' })).toEqual([])
  expect(await numbers({ wid: 2 })).toEqual([])
  expect(await numbers({ to: '2020-01-01' })).toEqual([])
  expect(await numbers({ from: '2020-01-01', sort: 'type', direction: 'desc' })).toEqual([
    received.transactionNo,
    issued.transactionNo,
  ])
})

test('a client sees of the ledger what concerns its warehouses', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 5)
  await world.move(shortID, 2, { shipToWid: 2 })
  const { call } = await world.system.createClient({ warehouses: [2] })
  const { value } = await call(inventory.listTransactions, { shortID })
  expect(value.map(({ type, lots }) => [type, lots.map(({ wid }) => wid)])).toEqual([['move', [2]]])
  await expect(call(inventory.listTransactions, { wid: 1 })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a lot is traced to its parent, its children and all that touched it', async () => {
  const shortID = await world.newItem()
  const root = await world.receive(shortID, 8)
  const child = await world.move(shortID, 4, { toSpot: 'B' })
  const leaf = await world.move(shortID, 1, { fromSpot: 'B', toSpot: 'C' })
  expect(await world.call(inventory.getLot, { recno: child.recNo })).toMatchObject({ recNo: child.recNo, units: 3 })
  const trace = await world.call(inventory.traceLot, { recno: child.recNo })
  expect(trace.parents.map(({ recNo }) => recNo)).toEqual([root.recNo])
  expect(trace.children.map(({ recNo }) => recNo)).toEqual([leaf.recNo])
  expect(trace.transactions.map(({ transactionNo }) => transactionNo)).toEqual([
    child.transactionNo,
    leaf.transactionNo,
  ])
  await expect(world.call(inventory.getLot, { recno: 2_000_000_000 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a level is explained by the lots and orders that add up to it', async () => {
  const shortID = await world.newItem()
  const one = await world.receive(shortID, 5)
  const other = await world.receive(shortID, 2)
  await world.call(inventory.hold, { recno: other.recNo })
  await world.system.call(inventory.putOrderLine, {
    reference: 'SO-2',
    line: 3,
    wid: 1,
    kind: 'packed',
    units: 1,
    itemID: shortID,
  })
  const [newest] = (await world.call(inventory.listTransactions, { shortID })).value
  expect(newest?.reference).toBe('SO-2')
  const explained = await world.call(inventory.explainLevel, { itemID: shortID, wid: '1' })
  expect(explained).toMatchObject({
    shortID,
    wid: 1,
    level: { inStock: 7, onHold: 2, packed: 1, available: 4 },
    orders: [{ kind: 'packed', reference: 'SO-2', line: 3, units: 1 }],
    lastTransactionNo: newest?.transactionNo,
  })
  expect(explained.lots.map(({ recNo, units, hold }) => [recNo, units, hold])).toEqual([
    [one.recNo, 5, false],
    [other.recNo, 2, true],
  ])
})

test('a dry run lists the lots in order and why others are skipped, and changes nothing', async () => {
  const shortID = await world.newItem()
  const first = await world.receive(shortID, 5)
  const expired = await world.receive(shortID, 5, { expires: '2020-01-01' })
  const held = await world.receive(shortID, 5)
  const last = await world.receive(shortID, 5)
  await world.call(inventory.hold, { recno: held.recNo })
  const lots = await world.lotsOf(shortID)
  const preview = await world.call(inventory.previewIssue, { ...anIssue({ itemID: shortID, units: 3 }), dryRun: true })
  expect(preview.lots).toEqual([expect.objectContaining({ recNo: first.recNo, unitsBefore: 5, unitsAfter: 2 })])
  expect(preview.passedOver.map(({ recNo, reason }) => [recNo, reason])).toEqual([
    [expired.recNo, 'expired'],
    [held.recNo, 'on hold'],
    [last.recNo, 'not needed'],
  ])
  const move = await world.call(inventory.previewMove, {
    itemID: shortID,
    units: 7,
    wid: 1,
    shipToWid: 2,
    dryRun: true,
  })
  expect(move.lots.some(({ recNo, wid }) => recNo === null && wid === 2)).toBe(true)
  const whole = { itemID: shortID, units: 5, wid: 1, recno: last.recNo, toSpot: 'NEW', dryRun: true as const }
  const { lots: moved, passedOverCount } = await world.call(inventory.previewMove, whole)
  expect(moved).toEqual([expect.objectContaining({ recNo: last.recNo, spot: 'NEW', fromWid: 1, unitsAfter: 5 })])
  expect(passedOverCount).toBe(3)
  expect(await world.lotsOf(shortID)).toEqual(lots)
  await expect(
    world.call(inventory.previewIssue, { ...anIssue({ itemID: shortID, units: 99 }), dryRun: true }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    world.call(inventory.previewIssue, { ...anIssue({ itemID: shortID }), dryRun: false }),
  ).rejects.toMatchObject({
    details: { dryRun: ['The field dryRun must be true.'] },
  })
})

test('the outcome of a write is available to its own client by the key, in inventory and in the catalog', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 1)
  const [applied, refused, created] = [randomUUID(), randomUUID(), randomUUID()]
  const issue = anIssue({ itemID: shortID, units: 1 })
  const answer = await world.call(inventory.issue, issue, { operationId: applied, hasClientKey: true })
  await expect(world.call(inventory.issue, issue, { operationId: refused, hasClientKey: true })).rejects.toMatchObject({
    code: 'conflict',
  })
  const item = await world.call(catalog.createItem, anItem(), { operationId: created, hasClientKey: true })
  const outcomeOf = (key: string) => world.call(inventory.getOperation, { key })
  expect(await outcomeOf(applied)).toEqual({
    key: applied,
    status: 'applied',
    operation: 'inventory.issue',
    statusCode: 200,
    answer,
  })
  expect(await outcomeOf(refused)).toMatchObject({ status: 'refused', statusCode: 409, answer: { error: 'conflict' } })
  expect(await outcomeOf(created)).toMatchObject({ status: 'applied', statusCode: 201, answer: item })
  await expect(outcomeOf(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  const other = await world.system.createClient()
  await expect(other.call(inventory.getOperation, { key: applied })).rejects.toMatchObject({ code: 'not_found' })
})
