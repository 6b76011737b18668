import type { Schemas } from '../../api/http/contract.ts'
import { useMay } from '../../api/session-context.ts'
import { day, decimal, type Fields, quantity, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { pricedLines } from '../../components/lines/lines-field.tsx'
import { lineChoice, numbered, orderLinesTable, orderSteps } from '../../components/lines/order-lines.tsx'
import { column } from '../../components/tables/columns.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { changePurchase, type PurchaseLine, purchases } from './requests.ts'

type Order = Schemas['PurchaseOrderDetail']
type Changes = Schemas['UpdatePurchaseOrderRequest']
type ChangedLine = NonNullable<NonNullable<Changes['lines']>[number]>

interface StepsProps {
  readonly order: Schemas['PurchaseOrder']
  readonly lines: readonly PurchaseLine[]
}

/** What can be changed of an order that is not closed. */
export function PurchaseSteps({ order: { poNo, status }, lines }: StepsProps) {
  const mayWrite = useMay('writePurchaseOrders')
  if (!mayWrite) return null
  if (status === 'Closed') return <NextSteps steps={[]} />
  const open = lines.filter(({ unitsOpen }) => unitsOpen > 0)
  const { changing, ending } = orderSteps({ poNo }, changePurchase, ({ lines: after }: Order) => (
    <LinesAfter rows={after} maxHeight={320} />
  ))
  return (
    <NextSteps
      steps={[
        changing('Change the date', 'The goods are expected on another day.', dates, (changes) => changes),
        changing('Add lines', 'More is ordered.', addition, ({ wid, lines: added }) => ({
          lines: numbered(inWarehouse(added, wid), lines).map(({ price = null, ...line }) => ({
            ...line,
            unitPrice: price,
          })),
        })),
        ...(open.length === 0
          ? []
          : [
              changing('Change a line', 'Another quantity or price.', toLineFields(open), (line) => ({
                lines: [line],
              })),
              changing('Close a line short', 'Nothing more of it is expected.', toClosing(open), (line) => ({
                lines: [{ ...line, close: true }],
              })),
            ]),
        status === 'Open'
          ? ending('Cancel', 'Nothing of it is expected any more.', purchases.step('Cancel'))
          : ending('Finalize', 'Nothing more of it is expected.', purchases.step('Finalize')),
      ]}
    />
  )
}

const dates: Fields<{ expectedDate: string }> = { expectedDate: required(day('Expected (day)')) }
const addition: Fields<{ wid: number; lines: OrderedLine[] }> = {
  wid: required(warehouse('To warehouse', 'to which warehouse')),
  lines: pricedLines,
}
const toLineFields = (lines: readonly PurchaseLine[]): Fields<Pick<ChangedLine, 'lineNo' | 'units' | 'unitPrice'>> => ({
  lineNo: required(lineChoice(lines)),
  units: quantity('Units in all'),
  unitPrice: decimal('Price', 'a price like 12.5'),
})
const toClosing = (lines: readonly PurchaseLine[]): Fields<{ lineNo: number; reason: string }> => ({
  lineNo: required(lineChoice(lines)),
  reason: required(wide(text('Reason', 255))),
})

const LinesAfter = orderLinesTable<Schemas['PurchaseOrderLine']>(
  'Lines afterwards',
  column.quantity('Price', 'unitPrice'),
)
