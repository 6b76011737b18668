import type { Connection } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import type { LedgerModel } from '../ledger/ledger.model.ts'
import { changeHeader, withOpen } from '../orders/purchase/line-change.ts'
import { type PurchaseOrderRecord, purchaseFamily } from '../orders/purchase-order.model.ts'
import { toQuantity, toStored, ZERO } from '../records/quantity.ts'
import { compareOrders, compareUnits, sumEntries } from './orders.ts'

/**
 * The header of a purchase order must be what its lines imply, what was received of a line must be what the ledger's receipts of it
 * add up to, and what is open must follow from that.
 */
export const comparePurchaseOrders = (
  connection: Connection,
  ledger: LedgerModel,
  deadline: number,
): Promise<Difference[]> =>
  compareOrders(
    connection,
    purchaseFamily,
    {
      imply: (header, lines) =>
        changeHeader(
          { ...header, openLines: 0, receivedLines: 0, totalValue: toStored(ZERO) },
          lines.map((after) => ({ before: undefined, after })),
        ),
      describe,
      readRelated: async (compared, session) => ({
        received: await sumEntries(ledger, { type: 'receive', figure: 'onOrder', ...compared }, session),
        reversed: await sumEntries(ledger, { type: 'reverse', figure: 'onOrder', ...compared }, session),
      }),
      examineLines: (_, lines, { received, reversed }) =>
        lines.flatMap((line) => {
          const { poNo, lineNo } = line
          const name = `line ${lineNo} of purchase order ${poNo}`
          return [
            ...compareUnits(`received of ${name}`, received(poNo, lineNo).minus(reversed(poNo, lineNo)), line.received),
            ...compareUnits(`open of ${name}`, toQuantity(withOpen(line).open), line.open),
          ]
        }),
    },
    deadline,
  )

type Header = Omit<PurchaseOrderRecord, 'version'>

function describe({ status, openLines, receivedLines, totalLines, totalValue }: Header): string {
  const counts = `${status}, ${openLines} open and ${receivedLines} received of ${totalLines} lines`
  return `${counts}, value ${toQuantity(totalValue).toFixed()}`
}
