import { type Door, numberIn } from './door.ts'

const NEVER = '2099-12-31'
const MOMENT_MS = 1_500

/** Reservations, purchase orders, shipping orders and work orders in every status. */
export async function recordOrders(door: Door): Promise<void> {
  if (door.has('POST /Inventory/Reservation')) await recordReservations(door)
  if (door.has('POST /PurchaseOrder')) await recordPurchaseOrders(door)
  if (door.has('POST /ShippingOrder')) await recordShippingOrders(door)
  if (door.has('POST /WorkOrder')) await recordWorkOrders(door)
}

async function recordReservations({ send, refused, until }: Door): Promise<void> {
  const reserve = (more: Record<string, unknown>) =>
    send('POST /Inventory/Reservation', { itemID: 'NUT', wid: 1, units: 5, ...more })
  const lot = await send('POST /Inventory/Receive', { itemID: 'NUT', units: 9, wid: 1, reasonCode: 10, spot: 'L' })
  const active = await reserve({ reference: 'CART-1', line: 1, priority: 3, expires: NEVER })
  await reserve({ recno: numberIn(lot, 'recNo'), units: 2 })
  await reserve({ units: 100_000, wid: 2, itemID: 'GLUE', shortage: 'partial' })
  const idOf = (answer: Readonly<Record<string, unknown>>) => ({ reservationID: numberIn(answer, 'reservationID') })
  await send('PUT /Inventory/Reservation/{reservationID}', { units: 6, priority: 4 }, idOf(active))
  await send('DELETE /Inventory/Reservation/{reservationID}', undefined, idOf(await reserve({ reference: 'CART-2' })))
  await reserve({ reference: 'CART-3', units: 4 })
  await send('POST /Inventory/Issue', { itemID: 'NUT', units: 4, wid: 1, reasonCode: 20, reference: 'CART-3' })
  await reserve({ reference: 'CART-4', units: 4 })
  await send('POST /Inventory/Issue', { itemID: 'NUT', units: 1, wid: 1, reasonCode: 20, reference: 'CART-4' })
  const short = await reserve({ reference: 'CART-5', expires: new Date(Date.now() + MOMENT_MS).toISOString() })
  await until(`/Inventory/Reservation/${numberIn(short, 'reservationID')}`, ({ state }) => state === 'Expired')
  await refused('POST /Inventory/Reservation', { itemID: 'NUT', wid: 1, units: 100_000 })
  await refused('PUT /Inventory/Reservation/{reservationID}', { units: 1 }, { reservationID: 2_000_000_000 })
}

async function recordPurchaseOrders({ send, refused }: Door): Promise<void> {
  const line = { shortID: 'BOLT', units: 40, unitPrice: 1.5, warehouse: 1 }
  const lines = [
    { ...line, lineNo: 1, overReceipt: 5 },
    { ...line, shortID: 'NUT', wid: 2, warehouse: 2, lineNo: 2 },
  ]
  const create = (poNo: string) =>
    send('POST /PurchaseOrder', { poNo, vendor: 'BOLTCO', orderDate: '2026-11-01', expectedDate: NEVER, lines })
  const receive = (reference: string, wid: number, units: number) =>
    send('POST /Inventory/Receive', {
      ...{ itemID: wid === 1 ? 'BOLT' : 'NUT', units, wid, reasonCode: 10, spot: 'PO', reference, line: wid },
    })
  await send('POST /PurchaseOrder', { vendor: 'BOLTCO', lines: [line] })
  for (const name of ['OPEN', 'PARTIAL', 'FINALIZED', 'RECEIVED', 'CANCELED', 'SHORT']) await create(`PO-${name}`)
  await receive('PO-PARTIAL', 1, 10)
  await receive('PO-FINALIZED', 1, 10)
  await send('POST /PurchaseOrder/{poNo}/Finalize', undefined, { poNo: 'PO-FINALIZED' })
  await receive('PO-RECEIVED', 1, 42)
  await receive('PO-RECEIVED', 2, 40)
  await send('POST /PurchaseOrder/{poNo}/Cancel', undefined, { poNo: 'PO-CANCELED' })
  const changed = [
    { lineNo: 1, units: 30, unitPrice: 2 },
    { ...line, lineNo: 3 },
    { lineNo: 2, close: true, reason: 'Lost' },
  ]
  await send('PUT /PurchaseOrder/{poNo}', { expectedDate: '2027-01-31', lines: changed }, { poNo: 'PO-SHORT' })
  await refused('POST /PurchaseOrder', { poNo: 'PO-OPEN', vendor: 'BOLTCO', lines })
  await refused('POST /PurchaseOrder/{poNo}/Cancel', undefined, { poNo: 'PO-PARTIAL' })
}

async function recordShippingOrders({ send, refused }: Door): Promise<void> {
  const line = { shortID: 'PUMP', units: 6, warehouse: 1 }
  const lines = [
    { ...line, lineNo: 1 },
    { ...line, shortID: 'GLUE', lineNo: 2 },
  ]
  const create = (soNo: string, more: Record<string, unknown> = {}) =>
    send('POST /ShippingOrder', { soNo, customer: 'HANSE', shipDate: '2027-02-01', priority: 2, lines, ...more })
  await send('POST /ShippingOrder', { customer: 'Hanse Trading', lines: [line] })
  await create('SO-NONE', { allocate: 'none' })
  await create('SO-LOTS', { allocate: 'lots' })
  await create('SO-BACK', { lines: [{ ...line, shortID: 'PAINT', units: 5_000 }] })
  await create('SO-CUT', { lines: [{ ...line, shortID: 'PAINT', units: 900 }], shortage: 'partial' })
  for (const name of ['PACKED', 'SHIPPED', 'CLOSED', 'CANCELED', 'CHANGED', 'SHORTPICK']) await create(`SO-${name}`)
  const both = {
    lines: [
      { lineNo: 1, units: 6, package: 'BOX-1' },
      { lineNo: 2, units: 6 },
    ],
  }
  const pack = (soNo: string, body: Record<string, unknown> = both) =>
    send('POST /ShippingOrder/{soNo}/Pack', body, { soNo })
  await send('POST /ShippingOrder/{soNo}/Allocate', undefined, { soNo: 'SO-NONE' })
  await pack('SO-PACKED')
  await send(
    'POST /ShippingOrder/{soNo}/Unpack',
    { lines: [{ lineNo: 1, units: 2, package: 'BOX-1' }] },
    { soNo: 'SO-PACKED' },
  )
  await pack('SO-SHIPPED', { lines: [{ lineNo: 1, units: 4 }] })
  await send('POST /ShippingOrder/{soNo}/Ship', { tracking: '1Z999' }, { soNo: 'SO-SHIPPED' })
  await pack('SO-CLOSED')
  await send('POST /ShippingOrder/{soNo}/Ship', undefined, { soNo: 'SO-CLOSED' })
  await send('POST /ShippingOrder/{soNo}/Cancel', undefined, { soNo: 'SO-CANCELED' })
  await pack('SO-SHORTPICK', { lines: [{ lineNo: 1, units: 2, short: 'Not found' }] })
  const changed = [
    { lineNo: 1, units: 8 },
    { ...line, lineNo: 9, shortID: 'NUT' },
  ]
  await send(
    'PUT /ShippingOrder/{soNo}',
    { shipDate: '2027-03-01', priority: 9, lines: changed },
    { soNo: 'SO-CHANGED' },
  )
  await refused('POST /ShippingOrder', { soNo: 'SO-NONE', customer: 'HANSE', lines })
  await refused('POST /ShippingOrder/{soNo}/Ship', undefined, { soNo: 'SO-NONE' })
}

async function recordWorkOrders({ send, refused }: Door): Promise<void> {
  const lines = [
    { lineNo: 1, shortID: 'BOLT', units: 8, warehouse: 2 },
    { lineNo: 2, shortID: 'GLUE', units: 2, warehouse: 2 },
  ]
  const create = (woNo: string) =>
    send('POST /WorkOrder', {
      woNo,
      description: 'Cabinet',
      startDate: '2026-12-01',
      dueDate: NEVER,
      assignee: 'Line 1',
      lines,
    })
  await send('POST /WorkOrder', { description: 'Numbered by the service', lines })
  for (const name of ['OPEN', 'STARTED', 'CLOSED']) await create(`WO-${name}`)
  for (const woNo of ['WO-STARTED', 'WO-CLOSED']) await send('POST /WorkOrder/{woNo}/Start', undefined, { woNo })
  const used = { itemID: 'BOLT', units: 5, wid: 2, reasonCode: 20, reference: 'WO-STARTED', line: 1 }
  await send('POST /Inventory/Issue', used)
  await send('POST /Inventory/Receive', {
    itemID: 'PUMP',
    units: 1,
    wid: 2,
    reasonCode: 10,
    spot: 'W',
    prodID: 'WO-STARTED',
  })
  await send('POST /WorkOrder/{woNo}/Notes', { note: 'Waits for paint' }, { woNo: 'WO-STARTED' })
  await send('PUT /WorkOrder/{woNo}', { assignee: 'Line 2', lines: [{ lineNo: 1, units: 9 }] }, { woNo: 'WO-STARTED' })
  await send('POST /WorkOrder/{woNo}/Close', undefined, { woNo: 'WO-CLOSED' })
  await refused('POST /WorkOrder', { woNo: 'WO-OPEN', description: 'Again', lines })
}
