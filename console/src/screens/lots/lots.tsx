import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { HOLD_DAYS, unchanged } from '../../api/stock/exceptions.ts'
import { lotList } from '../../api/stock/lots.ts'
import { type Filter, onlyFilter, warehouseFilter } from '../../parts/lists/filters.tsx'
import { FilterBar } from '../../parts/lists/list-screen.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, column } from '../../parts/tables/columns.tsx'
import { placeOfLot, stateOfLot } from '../../parts/tables/lot-columns.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SpotMap } from './spot-map.tsx'

const route = getRouteApi('/lots')

const viewFilter: Filter<'map'> = {
  input: ({ value = 'list', onChange }) => (
    <SegmentedControl
      aria-label="Shown as"
      data={[
        { value: 'list', label: 'List' },
        { value: 'map', label: 'Map of spots' },
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen === 'map' ? chosen : undefined)}
      autoContrast
    />
  ),
}

const filters = {
  wid: warehouseFilter(),
  hold: onlyFilter('Only lots on hold'),
  unchanged: onlyFilter(`Unchanged for ${HOLD_DAYS} days`),
  view: viewFilter,
}

/** All lots in stock, or those on hold: as a list, or as a map of their spots. */
export function Lots() {
  const search = route.useSearch()
  const { hold, wid, view, unchanged: isOld } = search
  const restricted = { hold, wid, ...(isOld && unchanged()) }
  return (
    <Screen title="Lots">
      <FilterBar search={search} filters={filters} />
      {view === 'map' ? (
        <SpotMap filters={restricted} />
      ) : (
        <PagedTable
          label="Lots"
          list={lotList(restricted)}
          columns={columns}
          keyOf={({ recNo }) => recNo}
          empty={isOld ? 'There is no such lot.' : hold ? 'No lot is on hold.' : 'No lot is in stock.'}
        />
      )}
    </Screen>
  )
}

const columns: readonly Column<Schemas['Lot']>[] = [
  column.lot('Lot', 'recNo'),
  column.item('Item', 'shortID'),
  column.description('Description', 'description'),
  ...placeOfLot,
  column.moment('Received', 'received'),
  ...stateOfLot,
]
