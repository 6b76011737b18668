import { type Door, numberIn } from './door.ts'

const NEVER = '2099-12-31'

/** Receipts, moves, issues, holds and their reversals, with every field; lines of orders of another system. */
export async function recordStock(door: Door): Promise<void> {
  await recordMovements(door)
  await recordHolds(door)
  await recordReversals(door)
  await recordCorrections(door)
  await recordReorderPoints(door)
}

const RECEIVE = 'POST /Inventory/Receive'
const MOVE = 'POST /Inventory/Move'
const ISSUE = 'POST /Inventory/Issue'
const REVERSE = 'POST /Inventory/Transactions/{transactionNo}/Reverse'

async function recordMovements({ send, refused }: Door): Promise<void> {
  const marks = { serial: 'S-1', serial2: 'S-2', rfidTag: 'RF-1' }
  const weighed = { netWeight: 12.5, grossWeight: 13.25, price: 1.25, expires: NEVER, supplier: 8, jobid: 5 }
  const ordered = { reference: 'PO-EXT-1', line: 1, remark: 'First delivery' }
  const all = await send(RECEIVE, {
    ...{ itemID: '4006381333931', units: 20.5, wid: 1, reasonCode: 10, spot: 'A-1' },
    ...{ ...marks, ...weighed, ...ordered },
  })
  const recno = numberIn(all, 'recNo')
  for (const itemID of ['BOLT', 'NUT', 'GLUE', 'PUMP'])
    for (const wid of [1, 2]) await send(RECEIVE, { itemID, units: 200, wid, reasonCode: 10, spot: 'A-1', price: 2 })
  await send(RECEIVE, { itemID: 'GLUE', units: 3, wid: 1, reasonCode: 10, spot: 'OLD', expires: '2020-01-01' })
  await refused(RECEIVE, { itemID: 'OLD', units: 1, wid: 1, reasonCode: 10 })

  await send(MOVE, {
    itemID: 'BOLT',
    units: 4,
    wid: 1,
    fromSpot: 'A-1',
    toSpot: 'B-1',
    ...marks,
    reference: 'MV-1',
    recno,
  })
  await send(MOVE, { itemID: 'BOLT', units: 2, wid: 1, shipToWid: 2, toSpot: 'DOCK', transitSlip: 'TS-1', recno })
  await send(MOVE, { itemID: 'NUT', units: 200, wid: 2, toSpot: 'B-2' })
  await send(MOVE, { itemID: 'GLUE', units: 5, wid: 2, toSpot: 'B-2', received: new Date().toISOString().slice(0, 10) })
  await refused(MOVE, { itemID: 'NUT', units: 100_000, wid: 1, toSpot: 'B-1' })

  const shipped = { reference: 'SO-EXT-1', line: 1, remark: 'Urgent', netWeight: 2.5, shipto: 7 }
  await send(ISSUE, { itemID: 'BOLT', units: 3, wid: 1, reasonCode: 20, spot: 'A-1', ...marks, recno, ...shipped })
  await send(ISSUE, { itemID: 'NUT', units: 2, wid: 1, reasonCode: 20, prodID: 'PROD-1' })
  await send(ISSUE, { itemID: 'BOLT', units: 205, wid: 1, reasonCode: 20 })
  await refused(ISSUE, { itemID: 'NUT', units: 100_000, wid: 1, reasonCode: 20 })
}

async function recordHolds({ send, refused }: Door): Promise<void> {
  const lot = numberIn(
    await send(RECEIVE, { itemID: 'PAINT', units: 10, wid: 1, reasonCode: 10, spot: 'P-1' }),
    'recNo',
  )
  const held = await send('POST /Inventory/Hold', { recno: lot, units: 4, reasonCode: 20, remark: 'Inspection' })
  await send('POST /Inventory/Hold', { recno: lot, remark: 'All of it' })
  const part = numberIn(held, 'recNo')
  await send('POST /Inventory/Release', { recno: part, units: 1, remark: 'One is good' })
  await send('POST /Inventory/Release', { recno: part })
  await refused('POST /Inventory/Release', { recno: part })
}

async function recordReversals({ send, refused }: Door): Promise<void> {
  const receipt = await send(RECEIVE, { itemID: 'PAINT', units: 9, wid: 2, reasonCode: 10, spot: 'R-1' })
  const recno = numberIn(receipt, 'recNo')
  const of = (answer: Readonly<Record<string, unknown>>) => ({ transactionNo: numberIn(answer, 'transactionNo') })
  const steps: [string, Record<string, unknown>][] = [
    [MOVE, { itemID: 'PAINT', units: 3, wid: 2, toSpot: 'R-2', recno }],
    [MOVE, { itemID: 'PAINT', units: 3, wid: 2, shipToWid: 1, toSpot: 'R-2', recno }],
    [ISSUE, { itemID: 'PAINT', units: 2, wid: 2, reasonCode: 20, recno }],
    ['POST /Inventory/Hold', { recno, units: 2 }],
    ['POST /Inventory/Hold', { recno }],
  ]
  for (const [operation, body] of steps) await send(REVERSE, { remark: 'A mistake' }, of(await send(operation, body)))
  const untouched = await send(RECEIVE, { itemID: 'PAINT', units: 9, wid: 2, reasonCode: 10, spot: 'R-3' })
  await send(REVERSE, undefined, of(untouched))
  await refused(REVERSE, undefined, of(untouched))
  await refused(REVERSE, undefined, of(receipt))
  await refused(REVERSE, undefined, { transactionNo: 2_000_000_000 })

  // What the later version reverses: one of each kind.
  const kept = numberIn(await send(RECEIVE, { itemID: 'PAINT', units: 30, wid: 2, reasonCode: 10, spot: 'K' }), 'recNo')
  const held = await send('POST /Inventory/Hold', { recno: kept, units: 5 })
  await send('POST /Inventory/Release', { recno: numberIn(held, 'recNo'), units: 2 })
  await send(MOVE, { itemID: 'PAINT', units: 4, wid: 2, toSpot: 'K-2', recno: kept })
  await send(MOVE, { itemID: 'PAINT', units: 4, wid: 2, shipToWid: 1, toSpot: 'K-2', recno: kept })
  await send(ISSUE, { itemID: 'PAINT', units: 1, wid: 2, reasonCode: 20, recno: kept })
  await send(RECEIVE, { itemID: 'PAINT', units: 6, wid: 2, reasonCode: 10, spot: 'UNTOUCHED' })
}

async function recordCorrections({ send, refused, has }: Door): Promise<void> {
  if (!has('POST /Inventory/Adjust')) return
  const cell = { itemID: 'PUMP', wid: 2, spot: 'C-1' }
  await send('POST /Inventory/Adjust', {
    ...cell,
    expected: 0,
    counted: 7,
    reasonCode: 12,
    reference: 'ADJ',
    remark: 'Found',
  })
  await send('POST /Inventory/Adjust', { ...cell, expected: 7, counted: 5, reasonCode: 23 })
  await refused('POST /Inventory/Adjust', { ...cell, expected: 7, counted: 5, reasonCode: 23 })

  const lot = await send(RECEIVE, { itemID: 'PUMP', units: 5, wid: 2, reasonCode: 10, spot: 'C-2' })
  const amended = { price: 3.5, expires: NEVER, received: '2026-01-31', remark: 'As invoiced', jobid: 5 }
  await send('PUT /Inventory/Lot/{recno}', amended, { recno: numberIn(lot, 'recNo') })

  const receive = { action: 'receive', itemID: 'NUT', units: 3, wid: 2, reasonCode: 10, spot: 'C-3' }
  const issue = { action: 'issue', itemID: 'NUT', units: 1, wid: 2, reasonCode: 20, spot: 'B-2' }
  const move = { action: 'move', itemID: 'NUT', units: 1, wid: 2, fromSpot: 'B-2', toSpot: 'C-3' }
  const adjust = { action: 'adjust', ...cell, expected: 5, counted: 6, reasonCode: 12 }
  const recno = numberIn(lot, 'recNo')
  const onLot = [
    { action: 'hold', recno, units: 2 },
    { action: 'amend', recno, price: 4 },
  ]
  await send('POST /Inventory/Batch', { mode: 'atomic', lines: [receive, move, issue, adjust, ...onLot] })
  const tooMany = { ...issue, units: 100_000 }
  await send('POST /Inventory/Batch', { mode: 'perLine', lines: [{ ...receive, key: 'line-1' }, tooMany, issue] })
}

async function recordReorderPoints({ send }: Door): Promise<void> {
  const put = (settings: Record<string, unknown>) => send('PUT /Inventory/Reorder', { wid: 1, ...settings })
  await put({ itemID: 'BOLT', minimum: 10, reorderTo: 50.5, leadDays: 14 })
  // Above what is there: the position is below it at once.
  await put({ itemID: 'PAINT', minimum: 10_000, reorderTo: 20_000 })
  await put({ itemID: 'NUT', minimum: 5, reorderTo: 5 })
  await put({ itemID: 'NUT', minimum: null })
}
