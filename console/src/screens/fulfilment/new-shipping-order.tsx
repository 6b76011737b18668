import { Text } from '@mantine/core'
import { shipments } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { day, type Fields, party, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { priority } from './shipment-changes.tsx'
import { ShipmentLink } from './shipment-link.tsx'

type Typed = Pick<Schemas['CreateShippingOrderRequest'], 'customer' | 'shipDate' | 'priority' | 'soNo'> & {
  wid: number
  lines: OrderedLine[]
}

const fields: Fields<Typed> = {
  customer: required(party('Customer')),
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  shipDate: day('Ship by (day)'),
  priority,
  lines: orderedLines,
  soNo: text('Number (assigned if blank)'),
}

const toOrder = ({ wid, lines, ...order }: Typed): Schemas['CreateShippingOrderRequest'] => ({
  ...order,
  lines: inWarehouse(lines, wid),
})

/** Creates a customer's order. Available stock is allocated to it at once. */
export const CreateShippingOrder: FormScreen = formScreen({
  title: 'New shipping order',
  verb: 'Create',
  fields,
  kept: ['wid'],
  ...typedAs(shipments.create, toOrder),
  showPlan: ({ customer, lines }) => (
    <>
      <Text size="sm">
        An order of <b>{customer}</b>. Available stock is allocated now; the rest is backordered.
      </Text>
      <ShippedLines rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ soNo }) => (
    <>
      The shipping order is <ShipmentLink soNo={soNo} />.
    </>
  ),
})

const ShippedLines = orderLinesTable('Lines to ship')
