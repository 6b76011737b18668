import { getRouteApi } from '@tanstack/react-router'
import { backorders } from '../../api/documents.ts'
import { warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Due } from '../../components/time.tsx'
import { ShipmentLink } from './shipment-link.tsx'

/** The lines of shipping orders that wait for stock. */
export const Shortages: ListScreen = listScreen({
  title: 'Shortages',
  label: 'Lines that wait for stock',
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
  empty: () => 'No line waits for stock.',
})
