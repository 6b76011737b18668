import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { Quantity } from '../../components/figures.tsx'
import { day, type Fields, party, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { pricedLines } from '../../components/lines/lines-field.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import { column } from '../../components/tables/columns.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { PurchaseLink } from './purchase-link.tsx'
import { purchases } from './requests.ts'

type Typed = Pick<Schemas['CreatePurchaseOrderRequest'], 'vendor' | 'expectedDate' | 'poNo'> & {
  wid: number
  lines: OrderedLine[]
}

const fields: Fields<Typed> = {
  vendor: required(party('Vendor')),
  wid: required(warehouse('To warehouse', 'to which warehouse')),
  expectedDate: day('Expected (day)'),
  lines: pricedLines,
  poNo: text('Number (assigned if blank)'),
}

const toOrder = ({ wid, lines, ...order }: Typed): Schemas['CreatePurchaseOrderRequest'] => ({
  ...order,
  lines: inWarehouse(lines, wid).map(({ price = null, ...line }) => ({ ...line, unitPrice: price })),
})

/** Orders items of a vendor, from a spreadsheet for instance. */
export const CreatePurchaseOrder: FormScreen = formScreen({
  title: 'New purchase order',
  verb: 'Create',
  fields,
  kept: ['wid'],
  ...typedAs(purchases.create, toOrder),
  showPlan: ({ vendor, lines, totalValue }) => (
    <>
      <Text size="sm">
        An order to <b>{vendor}</b> of <Quantity of={totalValue} /> in all. Its units are on order until they are
        received.
      </Text>
      <PurchasedLines rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ poNo }) => (
    <>
      The purchase order is <PurchaseLink poNo={poNo} />.
    </>
  ),
})

const PurchasedLines = orderLinesTable<Schemas['PurchaseOrderLine']>(
  'Lines to order',
  column.quantity('Price', 'unitPrice'),
)
