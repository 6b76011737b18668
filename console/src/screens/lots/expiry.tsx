import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { expiringLots, expiryBuckets } from '../../api/stock/lots.ts'
import { Bars } from '../../parts/charts/bars.tsx'
import { warehouseFilter } from '../../parts/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../parts/lists/list-screen.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { LotState } from '../../parts/lot-state.tsx'
import { Section } from '../../parts/section.tsx'
import { column } from '../../parts/tables/columns.tsx'

function Histogram({ wid }: { readonly wid: number | undefined }) {
  return (
    <Section title="Lots by when they expire">
      <Loaded query={useQuery(expiryBuckets(wid))} height={300}>
        {(counted) => (
          <Bars heads={['Expires in', 'Lots']} bars={counted.map(({ title, lots }) => ({ title, value: lots }))} />
        )}
      </Loaded>
    </Section>
  )
}

/** Lots that expire: how many when, and which. */
export const Expiry: ListScreen = listScreen({
  title: 'Expiry',
  label: 'Lots that expire',
  useSearch: () => getRouteApi('/expiry').useSearch(),
  filters: { wid: warehouseFilter() },
  above: ({ wid }) => <Histogram wid={wid} />,
  list: expiringLots,
  columns: [
    column.lot('Lot', 'recNo'),
    column.day('Expires', 'expires'),
    column.item('Item', 'shortID'),
    column.description('Description', 'description'),
    column.text('Warehouse', 'warehouse'),
    column.text('Spot', 'spot'),
    { title: 'State', cell: ({ hold, expires }) => <LotState hold={hold} expires={expires} /> },
    column.quantity('Units', 'units'),
  ],
  keyOf: ({ recNo }) => recNo,
  height: '60dvh',
  empty: () => 'No lot in stock expires.',
})
