import { Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { type LotFilters, lotList } from '../../api/stock/lots.ts'
import { Quantity } from '../../parts/figures.tsx'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { LotState } from '../../parts/lot-state.tsx'
import { ItemLink, LotLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { Moment } from '../../parts/time.tsx'
import { SpotMap } from './spot-map.tsx'

const route = getRouteApi('/lots')

/** All lots in stock, or those on hold: as a list, or as a map of their spots. */
export function Lots() {
  const { hold, wid, view } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen title="Lots">
      <Group align="end" gap="md">
        <WarehouseSelect
          isFilter
          value={wid}
          all="All warehouses"
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, wid: chosen }) })}
        />
        <Switch
          label="Only lots on hold"
          checked={hold === true}
          onChange={(event) => {
            const isHeld = event.currentTarget.checked || undefined
            void navigate({ search: (before) => ({ ...before, hold: isHeld }) })
          }}
          mb={8}
        />
        <SegmentedControl
          aria-label="Shown as"
          data={[
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map of spots' },
          ]}
          value={view ?? 'list'}
          onChange={(chosen) =>
            void navigate({ search: (before) => ({ ...before, view: chosen === 'map' ? chosen : undefined }) })
          }
          autoContrast
        />
        <SavedViews />
      </Group>
      {view === 'map' ? <SpotMap filters={{ hold, wid }} /> : <LotTable filters={{ hold, wid }} />}
    </Screen>
  )
}

function LotTable({ filters }: { readonly filters: LotFilters }) {
  return (
    <PagedTable
      label="Lots"
      list={lotList(filters)}
      columns={columns}
      keyOf={({ recNo }) => recNo}
      empty={
        <Text c="dimmed" py="lg">
          {filters.hold ? 'No lot is on hold.' : 'No lot is in stock.'}
        </Text>
      }
    />
  )
}

const columns: readonly Column<Schemas['Lot']>[] = [
  { title: 'Lot', cell: ({ recNo }) => <LotLink recNo={recNo} /> },
  { title: 'Item', cell: ({ shortID }) => <ItemLink shortID={shortID} /> },
  { title: 'Description', isWide: true, cell: ({ description }) => <span title={description}>{description}</span> },
  { title: 'Warehouse', cell: ({ warehouse }) => warehouse },
  { title: 'Spot', cell: ({ spot }) => spot },
  { title: 'Received', cell: ({ received }) => <Moment at={received} /> },
  { title: 'State', cell: ({ hold }) => <LotState hold={hold} expires={null} /> },
  { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
]
