import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { expired, expiring, SOON_DAYS } from '../../api/exceptions.ts'
import { expiringLots, expiryBuckets } from '../../api/stock.ts'
import { Bars } from '../../components/bars.tsx'
import { type Filter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { locationOfLot, stateOfLot } from '../../components/tables/lot-columns.tsx'

function Histogram({ wid }: { readonly wid: number | undefined }) {
  return (
    <Section title="Lots by expiry date">
      <Loaded query={useQuery(expiryBuckets(wid))} height={300}>
        {(counted) => (
          <Bars heads={['Expires in', 'Lots']} bars={counted.map(({ title, lots }) => ({ title, value: lots }))} />
        )}
      </Loaded>
    </Section>
  )
}

const periods = { expired, soon: expiring } as const
type When = keyof typeof periods

const whenFilter: Filter<When> = {
  input: ({ value, onChange }) => (
    <SegmentedControl
      aria-label="When"
      data={[
        { value: '', label: 'All' },
        { value: 'expired', label: 'Expired' },
        { value: 'soon', label: `Within ${SOON_DAYS} days` },
      ]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === 'expired' || chosen === 'soon' ? chosen : undefined)}
      autoContrast
    />
  ),
}

interface Search {
  readonly wid?: number | undefined
  readonly when?: When | undefined
}

/** Lots that expire: how many when, and which. */
export const Expiry: ListScreen = listScreen({
  title: 'Expiry',
  label: 'Lots with an expiry date',
  useSearch: () => getRouteApi('/expiry').useSearch(),
  filters: { wid: warehouseFilter(), when: whenFilter },
  above: ({ wid }) => <Histogram wid={wid} />,
  list: ({ wid, when }: Search) => expiringLots({ wid, ...(when && periods[when]()) }),
  columns: [
    column.lot('Lot', 'recNo'),
    column.day('Expires', 'expires'),
    column.item('Item', 'shortID'),
    column.description('Description', 'description'),
    ...locationOfLot,
    ...stateOfLot,
  ],
  keyOf: ({ recNo }) => recNo,
  height: '60dvh',
  empty: ({ when }) => (when ? 'No lots match the filter' : 'No lots in stock have an expiry date'),
})
