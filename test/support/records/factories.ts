import type { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Params } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { OutgoingEvent } from '../../../shared/messaging/events/outbox.ts'

/** A unique name: no other test uses it, in this run or another one on the same servers. */
let words = 0
export function unique(prefix: string): string {
  return `${prefix}-${process.pid.toString(36)}${Date.now().toString(36)}-${(words++).toString(36)}`.toUpperCase()
}

type ItemParams = Params<typeof catalog.createItem>
type ReceiveParams = Params<typeof inventory.receive>
type MoveParams = Params<typeof inventory.move>
type IssueParams = Params<typeof inventory.issue>

/** A valid item with a unique shortID. */
export function anItem<T extends Partial<ItemParams>>(overrides?: T) {
  return { description: 'Hex bolt M6 x 30', uOM: 'EA', category: 1, shortID: unique('ITEM'), ...overrides }
}

/** A valid receipt of an item that the test names, in the warehouse and with the reason code that `registerBasics` registers. */
export function aReceipt<T extends Partial<ReceiveParams>>(overrides?: T) {
  return { itemID: 'NO-SUCH-ITEM', units: 10, wid: 1, reasonCode: 10, spot: 'A-01', ...overrides }
}

export function aMove<T extends Partial<MoveParams>>(overrides?: T) {
  return { itemID: 'NO-SUCH-ITEM', units: 1, wid: 1, toSpot: 'B-02', ...overrides }
}

export function anIssue<T extends Partial<IssueParams>>(overrides?: T) {
  return { itemID: 'NO-SUCH-ITEM', units: 1, wid: 1, reasonCode: 20, ...overrides }
}

/** The event of a receipt of 10 units in warehouse 1. */
export function aStockEvent(transactionNo: number) {
  const at = '2026-01-31T09:30:00.000Z'
  const step = {
    recNo: 1,
    fromRecNo: null,
    wid: 1,
    spot: 'A-01',
    hold: false,
    unitsBefore: 0,
    unitsAfter: 10,
    wids: [1],
  }
  const told = { reasonCode: 10, reference: '', remark: '', requestId: 'request', clientId: 'client' }
  const what = { itemID: 'BOLT', partNo: 1, units: 10, wid: 1, spot: 'A-01' }
  const data = {
    transactionNo,
    type: 'receive' as const,
    at,
    ...told,
    ...what,
    ...NOWHERE,
    ...NO_DETAILS,
    reverses: null,
    levels: [{ wid: 1, figure: 'inStock' as const, units: 10 }],
    lots: [step],
  }
  return { subject: 'inventory.received', payload: { at, wids: [1], data } } as const satisfies OutgoingEvent
}
const NOWHERE = { shipToWid: null, toSpot: null }
const NO_DETAILS = {
  line: null,
  supplier: null,
  price: null,
  expires: null,
  netWeight: null,
  grossWeight: null,
  shipto: null,
  prodID: null,
  transitSlip: null,
  countNo: null,
}
