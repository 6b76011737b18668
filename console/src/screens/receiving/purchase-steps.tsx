import { useMay } from '../../api/access/session-context.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { cancelPurchase, changePurchase, finalizePurchase, type PurchaseLine } from '../../api/orders/orders.ts'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { day, decimal, type Fields, quantity, required, text, warehouse, wide } from '../../parts/forms/fields.tsx'
import { formStep, NextSteps, nothing } from '../../parts/forms/next-steps.tsx'
import { lineChoice, numbered } from '../../parts/lines/line-choice.ts'
import { pricedLines } from '../../parts/lines/lines-field.tsx'
import { newLinesTable } from '../../parts/lines/new-lines.ts'
import { column } from '../../parts/tables/columns.tsx'

type Order = Schemas['PurchaseOrderDetail']
type Changes = Schemas['UpdatePurchaseOrderRequest']
type ChangedLine = NonNullable<NonNullable<Changes['lines']>[number]>

interface StepsProps {
  readonly order: Schemas['PurchaseOrder']
  readonly lines: readonly PurchaseLine[]
}

/** What can be changed of an order that is not closed. */
export function PurchaseSteps({ order: { poNo, status }, lines }: StepsProps) {
  const mayWrite = useMay('writePurchases')
  if (!mayWrite) return null
  if (status === 'Closed') return <NextSteps steps={[]} />
  const open = lines.filter(({ unitsOpen }) => unitsOpen > 0)
  const changing = <Body extends object>(
    verb: string,
    what: string,
    fields: Fields<Body>,
    toChanges: (body: Body) => Changes,
  ) =>
    formStep(what, {
      verb,
      fields,
      preview: (body: Body) => changePurchase.preview({ poNo, ...toChanges(body) }),
      send: (body, key) => changePurchase.send({ poNo, ...toChanges(body) }, key),
      showPreview,
      showAnswer,
    })
  const ending = (verb: string, what: string, step: typeof cancelPurchase | typeof finalizePurchase) =>
    formStep(what, {
      verb,
      fields: nothing,
      preview: () => step.preview({ poNo }),
      send: (_, key) => step.send({ poNo }, key),
      showPreview: ({ status: after }) => `The order would be: ${after}. ${what}`,
      showAnswer,
    })
  return (
    <NextSteps
      steps={[
        changing('Change the date', 'The goods are expected on another day.', dates, (changes) => changes),
        changing('Add lines', 'More is ordered.', addition, ({ wid, lines: added }) => ({
          lines: numbered(added, lines).map(({ price = null, ...line }) => ({
            ...line,
            unitPrice: price,
            warehouse: wid,
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
          ? ending('Cancel', 'Nothing of it is expected any more.', cancelPurchase)
          : ending('Finalize', 'Nothing more of it is expected.', finalizePurchase),
      ]}
    />
  )
}

const dates: Fields<{ expectedDate: string }> = { expectedDate: required(day('Expected (day, UTC)')) }
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

const showPreview = ({ lines }: Order) => <LinesAfter rows={lines} maxHeight={320} />
const showAnswer = ({ status }: Order) => `The order is changed: ${status}.`
const LinesAfter = newLinesTable<Schemas['PurchaseOrderLine']>(
  'Lines afterwards',
  column.quantity('Price', 'unitPrice'),
)
