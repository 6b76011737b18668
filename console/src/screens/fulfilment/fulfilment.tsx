import { Checkbox, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { backorders, shipments } from '../../api/documents.ts'
import { late } from '../../api/exceptions.ts'
import { orderStatuses, type Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { day, type Fields, party, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import { RouteAnchor, RouteButton } from '../../components/links.tsx'
import { onlyFilter, stateFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { chosenIn, mayChoose, toggled } from '../../fold/picking/chosen-orders.ts'
import { priority } from './shipment-steps.tsx'

interface Search {
  readonly status?: (typeof orderStatuses)[number] | undefined
  readonly warehouse?: number | undefined
  readonly late?: true | undefined
  readonly waiting?: true | undefined
  readonly pick?: string | undefined
}

/** Shipping orders by status, those to be shipped soonest first. */
export const Fulfilment: ListScreen = listScreen({
  title: 'Fulfilment',
  label: 'Shipping orders',
  action: { needs: ['writeShippingOrders'], to: '/new-shipping-order', name: 'New shipping order' },
  useSearch: () => getRouteApi('/fulfilment').useSearch(),
  filters: {
    warehouse: warehouseFilter(),
    status: stateFilter('Status', orderStatuses),
    late: onlyFilter('Late only'),
    waiting: onlyFilter('Waiting for stock'),
  },
  // Which orders are chosen does not restrict the list.
  list: ({ late: isLate, pick: _, ...search }: Search) => shipments.list({ ...search, ...(isLate && late()) }),
  above: ({ pick }) => <PickChosen chosen={chosenIn(pick)} />,
  columns: [
    { title: 'Order', cell: ({ soNo }) => <ShipmentLink soNo={soNo} /> },
    { title: 'Ship by', cell: ({ shipDate, status }) => <Due at={shipDate} isOpen={status !== 'Closed'} /> },
    { title: 'Pick', cell: ({ soNo, status }) => status !== 'Closed' && <ChooseOrder soNo={soNo} /> },
    column.wide('Customer', 'customer'),
    column.text('Status', 'status'),
    column.day('Ordered', 'orderDate'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ soNo }) => soNo,
  empty: ({ status }) => sayNone('shipping order', status),
})

const route = getRouteApi('/fulfilment')

export function ShipmentLink({ soNo }: { readonly soNo: string }) {
  return (
    <RouteAnchor to="/fulfilment/$soNo" params={{ soNo }} size="sm" fw={500}>
      {soNo}
    </RouteAnchor>
  )
}

/** Whether an order belongs to the next round. */
function ChooseOrder({ soNo }: { readonly soNo: string }) {
  const { pick } = route.useSearch()
  const navigate = useNavigate()
  return (
    <Checkbox
      aria-label={`Pick ${soNo}`}
      checked={chosenIn(pick).includes(soNo)}
      disabled={!mayChoose(pick, soNo)}
      onChange={() =>
        void navigate({
          to: '/fulfilment',
          search: (before) => ({ ...before, pick: toggled(pick, soNo) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

/** Leads to one round for the orders that were chosen. */
function PickChosen({ chosen }: { readonly chosen: readonly string[] }) {
  if (chosen.length === 0) return null
  return (
    <RouteButton to="/pick" search={{ orders: chosen.join(',') }} variant="filled" w="fit-content">
      {chosen.length === 1 ? 'Pick 1 order' : `Pick ${chosen.length} orders`}
    </RouteButton>
  )
}

/** The lines of shipping orders that wait for stock. */
export const Shortages: ListScreen = listScreen({
  title: 'Shortages',
  label: 'Lines waiting for stock',
  useSearch: () => getRouteApi('/shortages').useSearch(),
  filters: { warehouse: warehouseFilter() },
  list: backorders,
  columns: [
    { title: 'Order', cell: ({ soNo }) => <ShipmentLink soNo={soNo} /> },
    column.quantity('Waiting', 'backordered', { isMain: true }),
    column.item('Item', 'shortID'),
    column.description('Description', 'description'),
    column.number('Line', 'lineNo'),
    column.quantity('Ordered', 'units'),
    column.text('From', 'warehouseName'),
    { title: 'Ship by', cell: ({ shipDate }) => <Due at={shipDate} isOpen /> },
    column.text('Customer', 'customer'),
  ],
  keyOf: ({ soNo, lineNo }) => `${lineNo}/${soNo}`,
  empty: () => 'No lines are waiting for stock',
})

type Typed = Pick<Schemas['CreateShippingOrderRequest'], 'customer' | 'shipDate' | 'priority' | 'soNo'> & {
  wid: number
  lines: OrderedLine[]
}

const fields: Fields<Typed> = {
  customer: required(party('Customer')),
  wid: required(warehouse('From warehouse', 'from warehouse')),
  shipDate: day('Ship by'),
  priority,
  lines: orderedLines,
  soNo: text('Order number (optional)'),
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
        Shipping order for <b>{customer}</b>. Available stock is allocated now; the rest is backordered.
      </Text>
      <ShippedLines rows={lines} maxHeight={320} />
    </>
  ),
  showResult: ({ soNo }) => (
    <>
      Created shipping order <ShipmentLink soNo={soNo} />.
    </>
  ),
})

const ShippedLines = orderLinesTable('Lines to ship')
