import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HOLD_DAYS, unchanged } from '../../api/exceptions.ts'
import { lotStates, type Schemas } from '../../api/http/contract.ts'
import { vendors } from '../../api/parties.ts'
import { useMay } from '../../api/session-context.ts'
import { lotList } from '../../api/stock.ts'
import { type Filter, onlyFilter, warehouseFilter, wordsFilter } from '../../components/lists/filters.tsx'
import { FilterBar } from '../../components/lists/list-screen.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { locationOfLot, stateOfLot } from '../../components/tables/lot-columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { SpotMap } from './spot-map.tsx'

const route = getRouteApi('/lots')

const viewFilter: Filter<'map'> = {
  input: ({ value = 'list', onChange }) => (
    <SegmentedControl
      aria-label="View"
      data={[
        { value: 'list', label: 'List' },
        { value: 'map', label: 'Spot map' },
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen === 'map' ? chosen : undefined)}
      autoContrast
    />
  ),
}

const STATES = { '': 'In stock', gone: 'No longer in stock', all: 'All' } as const

const stateFilter: Filter<(typeof lotStates)[number]> = {
  input: ({ value = '', onChange }) => (
    <Select
      label="State"
      data={Object.entries(STATES).map(([state, label]) => ({ value: state, label }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(lotStates.find((one) => one === chosen))}
      w={{ base: '47%', xs: 180 }}
    />
  ),
}

const supplierFilter = { vendor: wordsFilter('Supplier') }
const filtersWith = (more: Partial<typeof supplierFilter>) => ({
  wid: warehouseFilter(),
  itemID: wordsFilter('Item'),
  serial: wordsFilter('Serial or lot number'),
  serial2: wordsFilter('Secondary number'),
  spot: wordsFilter('Spot'),
  ...more,
  state: stateFilter,
  hold: onlyFilter('On hold only'),
  unchanged: onlyFilter(`Unchanged for ${HOLD_DAYS} days`),
  view: viewFilter,
})
/** Only people who may read vendors can filter by one. */
const [filters, filtersWithSupplier] = [filtersWith({}), filtersWith(supplierFilter)]

const ACTIVE = { '': true, gone: false, all: undefined } as const

/** Lots with what was asked for, in stock or not: as a list, or as a map of their spots. */
export function Lots() {
  const search = route.useSearch()
  const { hold, wid, view, unchanged: isOld, itemID, serial, serial2, spot, vendor, state = '' } = search
  const mayRead = useMay('readParties')
  // Lots know their supplier by its number.
  const named = useQuery({ ...vendors.one({ shortID: vendor ?? '' }), enabled: vendor !== undefined })
  const isRestricted = [isOld, itemID, serial, serial2, spot, vendor, state || undefined].some(
    (one) => one !== undefined,
  )
  const empty = isRestricted ? 'No lots match the filters' : hold ? 'No lots on hold' : 'No lots in stock'
  const show = (supplier?: number) => {
    const asked = { hold, wid, itemID, serial, serial2, spot, supplier, active: ACTIVE[state] }
    const list = lotList({ ...asked, ...(isOld && unchanged()) })
    return view === 'map' ? (
      <SpotMap list={list} empty={empty} />
    ) : (
      <PagedTable label="Lots" list={list} columns={columns} keyOf={({ recNo }) => recNo} empty={empty} />
    )
  }
  return (
    <Screen title="Lots">
      <FilterBar search={search} filters={mayRead ? filtersWithSupplier : filters} />
      {vendor === undefined ? (
        show()
      ) : (
        <Loaded query={named} height={200}>
          {({ id }) => show(id)}
        </Loaded>
      )}
    </Screen>
  )
}

const columns: readonly Column<Schemas['Lot']>[] = [
  column.lot('Lot', 'recNo'),
  column.item('Item', 'shortID'),
  column.description('Description', 'description'),
  ...locationOfLot,
  column.optional('Serial', 'serial'),
  column.moment('Received', 'received'),
  ...stateOfLot,
]
