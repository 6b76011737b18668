import type {
  PurchaseLineRecord,
  PurchaseOrderRecord,
} from '../../../services/inventory/documents/purchase/purchase-order.model.ts'
import type {
  ShippingLineRecord,
  ShippingOrderRecord,
} from '../../../services/inventory/documents/shipping/shipping-order.model.ts'
import type { WorkOrderRecord } from '../../../services/inventory/documents/work/work-order.model.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type Books, toMillionths } from './books.ts'
import { type Finding, finding } from './finding.ts'
import { describeIntent, type Intent, isAcknowledged, isSuccess, mayBeApplied } from './history.ts'
import { compareSums, createSums, type Sums } from './sums.ts'

/** R1 to R3 of orders: what was answered, the ledger, the lines and the headers agree (docs/orders.md). */
export function checkOrders(intents: readonly Intent[], books: Books): Finding[] {
  return [
    ...compareSums(purchaseSums(books)),
    ...books.purchaseOrders.flatMap((order) => purchaseOrder(order, books)),
    ...compareSums(shippingSums(books)),
    ...books.shippingOrders.flatMap((order) => shippingOrder(order, books)),
    ...compareSums(completedSums(books)),
    ...books.workOrders.flatMap((order) => workOrder(order, books)),
    ...countedResponses(intents, books),
    ...created(intents, books),
    ...waiting(books),
  ]
}

const nameOf = (what: string, order: string, line: unknown) => `${what} of line ${String(line)} of ${order}`

/** What was received of each purchase line, and what is open: in the ledger, and in the lines. */
function purchaseSums({ ledger, purchaseLines }: Books): Record<string, Sums> {
  const [entered, kept] = [createSums(), createSums()]
  const orders = new Set(purchaseLines.map(({ poNo }) => poNo))
  const byNumber = new Map(ledger.map((entry) => [entry._id, entry]))
  for (const entry of ledger) {
    const receipt = entry.reverses === null ? entry : byNumber.get(entry.reverses)
    if (receipt?.type === 'receive' && orders.has(receipt.reference)) {
      const sign = receipt === entry ? 1 : -1
      entered.add(nameOf('received', receipt.reference, receipt.details.line), sign * toMillionths(receipt.units))
    }
    for (const { figure, reference, line, units } of entry.figures)
      if (figure === 'onOrder') entered.add(nameOf('open', reference, line), toMillionths(units))
  }
  for (const { poNo, lineNo, received, open } of purchaseLines) {
    kept.add(nameOf('received', poNo, lineNo), toMillionths(received))
    kept.add(nameOf('open', poNo, lineNo), toMillionths(open))
  }
  return { ledger: entered, lines: kept }
}

function purchaseOrder(order: PurchaseOrderRecord, { purchaseLines, changes }: Books): Finding[] {
  const lines = purchaseLines.filter(({ poNo }) => poNo === order._id)
  const isOpen = ({ open }: PurchaseLineRecord) => toMillionths(open) > 0
  const isReceived = ({ received }: PurchaseLineRecord) => toMillionths(received) > 0
  const implied = !lines.some(isOpen) ? 'Closed' : lines.some(isReceived) ? 'Partial' : 'Open'
  const ofLines = lines.flatMap(({ lineNo, units, received, open, closed }) => {
    const rest = Math.max(0, toMillionths(units) - toMillionths(received))
    return toMillionths(open) === (closed === null ? rest : 0)
      ? []
      : [finding('R1', `line ${lineNo} of ${order._id}: ${units} ordered, ${received} received, ${open} open`)]
  })
  // Its events have a PurchaseOrder as data.
  const told = changes.filter(({ type, data }) => {
    return type === 'purchaseOrder.created' && (data as { poNo: string }).poNo === order._id
  })
  return [
    ...ofLines,
    ...(order.status === implied ? [] : [finding('R1', `${order._id} is ${order.status}, its lines say ${implied}`)]),
    ...(told.length === 1 ? [] : [finding('feed', `${order._id} was created ${told.length} times, says the feed`)]),
  ]
}

/** Where the units of each shipping line are: in the ledger, in the lines, and in reservations and packs. */
function shippingSums({ ledger, shippingLines, reservations, packs }: Books): Record<string, Sums> {
  const [entered, kept] = [createSums(), createSums()]
  const orders = new Set(shippingLines.map(({ soNo }) => soNo))
  for (const { type, reference, details, units } of ledger) {
    if (!orders.has(reference)) continue
    const add = (place: string, sign: number) =>
      entered.add(nameOf(place, reference, details.line), sign * toMillionths(units))
    if (type === 'issue') add('shipped', 1)
    if (type === 'pack' || type === 'unpack') add('packed', type === 'pack' ? 1 : -1)
    if (type === 'issue') add('packed', -1)
  }
  for (const { reference, line, state, remaining, ofOrder } of reservations)
    if (ofOrder && state === 'Active') entered.add(nameOf('committed', reference, line), toMillionths(remaining))
  for (const { soNo, lineNo, units } of packs) entered.add(nameOf('in packs', soNo, lineNo), toMillionths(units))
  for (const { soNo, lineNo, shipped, packed, committed } of shippingLines) {
    kept.add(nameOf('shipped', soNo, lineNo), toMillionths(shipped))
    kept.add(nameOf('packed', soNo, lineNo), toMillionths(packed))
    kept.add(nameOf('in packs', soNo, lineNo), toMillionths(packed))
    kept.add(nameOf('committed', soNo, lineNo), toMillionths(committed))
  }
  return { 'ledger, reservations and packs': entered, lines: kept }
}

function shippingOrder(order: ShippingOrderRecord, { shippingLines }: Books): Finding[] {
  const lines = shippingLines.filter(({ soNo }) => soNo === order._id)
  const isOpen = ({ units, shipped, canceled }: ShippingLineRecord) =>
    toMillionths(units) > toMillionths(shipped) + toMillionths(canceled)
  const isStarted = ({ shipped, packed }: ShippingLineRecord) => toMillionths(shipped) + toMillionths(packed) > 0
  const implied = !lines.some(isOpen) ? 'Closed' : lines.some(isStarted) ? 'Partial' : 'Open'
  return order.status === implied ? [] : [finding('R1', `${order._id} is ${order.status}, its lines say ${implied}`)]
}

/** What was issued with the number of each order and line, less what was reversed: in the ledger, and in the lines. */
function completedSums({ ledger, workLines }: Books): Record<string, Sums> {
  const [entered, kept] = [createSums(), createSums()]
  const orders = new Set(workLines.map(({ woNo }) => woNo))
  const reversed = new Set(ledger.map(({ reverses }) => reverses))
  for (const { _id, type, reference, details, units } of ledger)
    if (type === 'issue' && orders.has(reference) && details.line !== undefined && !reversed.has(_id))
      entered.add(nameOf('completed', reference, details.line), toMillionths(units))
  for (const { woNo, lineNo, completed } of workLines)
    kept.add(nameOf('completed', woNo, lineNo), toMillionths(completed))
  return { ledger: entered, lines: kept }
}

function workOrder({ _id, status }: WorkOrderRecord, { workLines }: Books): Finding[] {
  const lines = workLines.filter(({ woNo }) => woNo === _id)
  const isStarted = lines.some(({ completed }) => toMillionths(completed) > 0)
  const isEndOfAll = lines.every(({ isClosed }) => isClosed === (status === 'Closed'))
  return [
    ...(status === 'Open' && isStarted ? [finding('R1', `${_id} is Open, and components were issued to it`)] : []),
    ...(isEndOfAll ? [] : [finding('R1', `${_id} is ${status}, not all of its lines are`)]),
  ]
}

/** R2: what the responses to issues and reversals add up to is in the ledger; an unanswered request may have added more. */
function countedResponses(intents: readonly Intent[], { ledger, workLines }: Books): Finding[] {
  const lineOf = new Set(workLines.map(({ woNo, lineNo }) => `${woNo}/${lineNo}`))
  const entries = new Map(ledger.map((entry) => [entry._id, entry]))
  return intents
    .filter(
      ({ operation, input }) =>
        operation.name === inventory.issue.name && lineOf.has(`${input.reference}/${input.line}`),
    )
    .flatMap(({ input, attempts }) => {
      const answer = attempts.find(isSuccess)
      if (!answer) return []
      // The response of an issue has its number.
      const { transactionNo } = JSON.parse(answer.text) as { transactionNo: number }
      const entry = entries.get(transactionNo)
      const isIt = entry?.reference === input.reference && entry?.details.line === input.line
      return isIt
        ? []
        : [finding('R2', `issue ${transactionNo} for line ${input.line} of ${input.reference} is not counted`)]
    })
}

/** R2, R3: an acknowledged order or reservation is there with the units that it was given, a refused one is not. */
function created(intents: readonly Intent[], books: Books): Finding[] {
  const purchased = new Set(books.purchaseOrders.map(({ _id }) => _id))
  const shipped = new Set(books.shippingOrders.map(({ _id }) => _id))
  const reserved = new Set(books.reservations.map(({ _id }) => _id))
  const made = new Set(books.workOrders.map(({ _id }) => _id))
  return intents.flatMap((intent) => {
    const { operation, input, attempts } = intent
    // The responses of the creations have one of these numbers.
    const answers = attempts.filter(isSuccess).map(({ text }) => JSON.parse(text) as Made)
    const isThere = ({ poNo, soNo, woNo, reservationID }: Made) =>
      purchased.has(poNo ?? '') || shipped.has(soNo ?? '') || made.has(woNo ?? '') || reserved.has(reservationID ?? 0)
    if (!creations.has(operation.name)) return []
    if (isAcknowledged(intent) && !answers.every(isThere))
      return [finding('R2', `${describeIntent(intent)}: acknowledged and not there`)]
    return !mayBeApplied(intent) &&
      isThere({ poNo: String(input.poNo), soNo: String(input.soNo), woNo: String(input.woNo) })
      ? [finding('R3', `${describeIntent(intent)}: refused and there`)]
      : []
  })
}

interface Made {
  readonly poNo?: string
  readonly soNo?: string
  readonly woNo?: string
  readonly reservationID?: number
}
const creations: ReadonlySet<string> = new Set([
  inventory.createPurchaseOrder.name,
  inventory.createShippingOrder.name,
  inventory.createWorkOrder.name,
  inventory.createReservation.name,
])

/** The allocator leaves no line waiting while there is stock for it (docs/orders.md#backorders). */
export function waiting({ shippingLines, levels }: Books): Finding[] {
  const stockOf = new Map(levels.map(({ _id, stock }) => [_id, stock]))
  return shippingLines
    .filter(({ allocate, backordered }) => allocate !== 'none' && toMillionths(backordered) > 0)
    .flatMap(({ soNo, lineNo, partNo, wid, backordered }) => {
      const { inStock, onHold, committed, packed } = stockOf.get(partNo)?.[wid] ?? {}
      const left =
        toMillionths(inStock) - [onHold, committed, packed].reduce<number>((sum, units) => sum + toMillionths(units), 0)
      if (left <= 0) return []
      return [
        finding(
          'orders',
          `line ${lineNo} of ${soNo} waits for ${backordered} of item ${partNo}, of which ${left / 1_000_000} are available in ${wid}`,
        ),
      ]
    })
}
