import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { expiringLots, expiryBuckets } from '../../api/stock/lots.ts'
import { Quantity } from '../../parts/figures.tsx'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { LotState } from '../../parts/lot-state.tsx'
import { ItemLink, LotLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { SavedViews } from '../../parts/tables/saved-views.tsx'
import { Day } from '../../parts/time.tsx'
import { ExpiryHistogram } from './expiry-histogram.tsx'

type Lot = Schemas['LotDetails']

const route = getRouteApi('/expiry')

/** Lots that expire: how many when, and which. */
export function Expiry() {
  const { wid } = route.useSearch()
  const navigate = route.useNavigate()
  const buckets = useQuery(expiryBuckets(wid))
  return (
    <Screen title="Expiry">
      <Group align="end" gap="sm">
        <WarehouseSelect
          isFilter
          value={wid}
          all="All warehouses"
          onChange={(chosen) => void navigate({ search: { wid: chosen } })}
        />
        <SavedViews />
      </Group>
      <Section title="Lots by when they expire">
        <Loaded query={buckets} height={300}>
          {(counted) => <ExpiryHistogram buckets={counted} />}
        </Loaded>
      </Section>
      <PagedTable
        label="Lots that expire"
        list={expiringLots(wid)}
        columns={columns}
        keyOf={({ recNo }) => recNo}
        height="60dvh"
        empty={
          <Text c="dimmed" py="lg">
            No lot in stock expires.
          </Text>
        }
      />
    </Screen>
  )
}

const columns: readonly Column<Lot>[] = [
  { title: 'Lot', cell: ({ recNo }) => <LotLink recNo={recNo} /> },
  { title: 'Expires', cell: ({ expires }) => <Day at={expires} /> },
  { title: 'Item', cell: ({ shortID }) => <ItemLink shortID={shortID} /> },
  { title: 'Description', isWide: true, cell: ({ description }) => <span title={description}>{description}</span> },
  { title: 'Warehouse', cell: ({ warehouse }) => warehouse },
  { title: 'Spot', cell: ({ spot }) => spot },
  { title: 'State', cell: ({ hold, expires }) => <LotState hold={hold} expires={expires} /> },
  { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
]
