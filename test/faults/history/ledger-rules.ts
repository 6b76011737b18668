import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { inventory, type TransactionType } from '../../../shared/contract/inventory/inventory.ts'

/** What an operation leaves in the ledger. Every write may record reservations whose time has passed besides. */
interface LedgerRule {
  readonly operation: Operation
  readonly types: readonly TransactionType[]
  /**
   * Entries of a success: one, at least one, or as many as there was something to do. `parts` are entered in several transactions, each once:
   * a request without a response may have entered some, and its repetition enters the rest, if another request has not.
   */
  readonly entries: 'one' | 'some' | 'any' | 'parts'
}

const rule = (operation: Operation, entries: LedgerRule['entries'], ...types: TransactionType[]): LedgerRule => ({
  operation,
  types,
  entries,
})

const rules: readonly LedgerRule[] = [
  rule(inventory.receive, 'one', 'receive'),
  rule(inventory.move, 'one', 'move'),
  rule(inventory.issue, 'one', 'issue'),
  rule(inventory.hold, 'one', 'hold'),
  rule(inventory.release, 'one', 'release'),
  rule(inventory.reverse, 'one', 'reverse'),
  rule(inventory.previewReceive, 'any'),
  rule(inventory.previewMove, 'any'),
  rule(inventory.previewIssue, 'any'),
  rule(inventory.createReservation, 'some', 'reserve'),
  rule(inventory.updateReservation, 'any', 'reserve', 'unreserve'),
  rule(inventory.releaseReservation, 'any', 'unreserve'),
  rule(inventory.createPurchaseOrder, 'some', 'order'),
  rule(inventory.updatePurchaseOrder, 'any', 'order'),
  rule(inventory.finalizePurchaseOrder, 'any', 'order'),
  rule(inventory.cancelPurchaseOrder, 'any', 'order'),
  rule(inventory.createShippingOrder, 'any', 'reserve'),
  rule(inventory.updateShippingOrder, 'any', 'reserve', 'unreserve'),
  rule(inventory.allocateShippingOrder, 'any', 'reserve'),
  rule(inventory.packShippingOrder, 'some', 'pack'),
  rule(inventory.unpackShippingOrder, 'some', 'unpack'),
  rule(inventory.shipShippingOrder, 'some', 'issue'),
  rule(inventory.cancelShippingOrder, 'any', 'unreserve'),
  rule(inventory.shipTransit, 'some', 'ship'),
  rule(inventory.receiveTransit, 'some', 'accept', 'reject'),
  rule(inventory.returnTransit, 'some', 'return'),
  rule(inventory.closeTransit, 'some', 'lose'),
  rule(inventory.cancelTransit, 'some', 'return'),
  rule(inventory.createWorkOrder, 'any'),
  rule(inventory.startWorkOrder, 'any'),
  rule(inventory.closeWorkOrder, 'any'),
  rule(inventory.createCount, 'any'),
  rule(inventory.countLine, 'any'),
  rule(inventory.submitCount, 'any'),
  rule(inventory.recountCount, 'any'),
  rule(inventory.approveCount, 'any'),
  rule(inventory.postCount, 'parts', 'receive', 'issue', 'move'),
  rule(inventory.cancelCount, 'any'),
  rule(inventory.adjust, 'any', 'receive', 'issue'),
  rule(catalog.createItem, 'any'),
  rule(catalog.updateItem, 'any'),
]

const byName = new Map(rules.map((one) => [one.operation.name, one]))

export function ledgerRuleOf({ name }: Operation): LedgerRule {
  const found = byName.get(name)
  if (!found) throw new Error(`It is not known what ${name} leaves in the ledger`)
  return found
}
