import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { purchases } from '../../api/documents.ts'
import { late } from '../../api/exceptions.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { Quantity } from '../../components/figures.tsx'
import { day, type Fields, party, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { pricedLines } from '../../components/lines/lines-field.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { onlyFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'

interface Search {
  readonly warehouse?: number | undefined
  readonly late?: true | undefined
}

/** Purchase orders of which something is still expected. */
export const Receiving: ListScreen = listScreen({
  title: 'Receiving',
  label: 'Purchase orders due',
  action: { needs: ['writePurchaseOrders'], to: '/new-purchase-order', name: 'New purchase order' },
  useSearch: () => getRouteApi('/receiving').useSearch(),
  filters: { warehouse: warehouseFilter(), late: onlyFilter('Late only') },
  list: ({ late: isLate, warehouse }: Search) => purchases.list({ warehouse, ...(isLate && late()) }),
  columns: [
    { title: 'Order', cell: ({ poNo }) => <PurchaseLink poNo={poNo} /> },
    { title: 'Expected', cell: ({ expectedDate }) => <Due at={expectedDate} /> },
    column.wide('Vendor', 'vendor'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ poNo }) => poNo,
  empty: ({ late: isLate }) => (isLate ? 'No late purchase orders' : 'No open purchase orders'),
})

type Typed = Pick<Schemas['CreatePurchaseOrderRequest'], 'vendor' | 'expectedDate' | 'poNo'> & {
  wid: number
  lines: OrderedLine[]
}

const fields: Fields<Typed> = {
  vendor: required(party('Vendor')),
  wid: required(warehouse('To warehouse', 'to warehouse')),
  expectedDate: day('Expected date'),
  lines: pricedLines,
  poNo: text('Order number (optional)'),
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
        Purchase order to <b>{vendor}</b>, total <Quantity of={totalValue} />. The units are on order until they are
        received.
      </Text>
      <PurchasedLines rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ poNo }) => (
    <>
      Created purchase order <PurchaseLink poNo={poNo} />.
    </>
  ),
})

const PurchasedLines = orderLinesTable<Schemas['PurchaseOrderLine']>(
  'Lines to order',
  column.quantity('Price', 'unitPrice'),
)

function PurchaseLink({ poNo }: { readonly poNo: string }) {
  return (
    <RouteAnchor to="/receiving/$poNo" params={{ poNo }} size="sm" fw={500}>
      {poNo}
    </RouteAnchor>
  )
}
