import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { transits } from '../../api/documents.ts'
import { overdue, TRANSIT_DAYS } from '../../api/exceptions.ts'
import { type Schemas, transitStatuses } from '../../api/http/contract.ts'
import { type Fields, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { slipLines } from '../../components/lines/lines-field.tsx'
import { newLinesTable } from '../../components/lines/order-lines.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { onlyFilter, statusFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'

interface Search {
  readonly status?: (typeof transitStatuses)[number] | undefined
  readonly warehouse?: number | undefined
  readonly overdue?: true | undefined
}

/** Stock on its way between warehouses, the most recent first. */
export const Transits: ListScreen = listScreen({
  title: 'Transits',
  action: { needs: ['shipTransits'], to: '/ship-transit', name: 'Ship to another warehouse' },
  useSearch: () => getRouteApi('/transits').useSearch(),
  filters: {
    warehouse: warehouseFilter('From or to'),
    status: statusFilter(transitStatuses),
    overdue: onlyFilter(`In transit for ${TRANSIT_DAYS} days`),
  },
  list: ({ overdue: isOverdue, ...search }: Search) => transits.list({ ...search, ...(isOverdue && overdue()) }),
  columns: [
    { title: 'Slip', cell: ({ slip }) => <TransitLink slip={slip} /> },
    column.moment('Shipped', 'shipped'),
    column.text('From', 'warehouse'),
    column.text('To', 'shipToWarehouse'),
    column.text('Status', 'status'),
    column.wide('Reference', 'reference'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ slip }) => slip,
  empty: ({ status }) => sayNone('transit', status),
})

type Typed = Pick<Schemas['ShipTransitRequest'], 'wid' | 'shipToWid' | 'reference'> & { lines: OrderedLine[] }

const fields: Fields<Typed> = {
  lines: slipLines,
  wid: required(warehouse('From warehouse', 'from warehouse')),
  shipToWid: required(warehouse('To warehouse', 'to warehouse')),
  reference: text('Reference'),
}

/** Ships stock to another warehouse: scan the items, look at the slip, send it. */
export const ShipTransit: FormScreen = formScreen({
  title: 'Ship to another warehouse',
  verb: 'Ship',
  fields,
  kept: ['wid', 'shipToWid', 'reference'],
  ...transits.create,
  showPlan: ({ lines }) => (
    <>
      <Text size="sm">
        These leave the first warehouse now and are in transit until the second warehouse receives them.
      </Text>
      <ShippedLines rows={lines.map((line) => ({ ...line, units: line.shipped }))} maxHeight={320} />
    </>
  ),
  showResult: ({ slip }) => (
    <>
      Shipped as transit <TransitLink slip={slip} />.
    </>
  ),
})

const ShippedLines = newLinesTable('Lines to ship')

function TransitLink({ slip }: { readonly slip: string }) {
  return (
    <RouteAnchor to="/transits/$slip" params={{ slip }} size="sm" fw={500}>
      {slip}
    </RouteAnchor>
  )
}
