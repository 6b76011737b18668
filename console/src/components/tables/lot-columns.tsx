import { useQuery } from '@tanstack/react-query'
import { lotCount } from '../../api/stock.ts'
import { toText } from '../../fold/person-numbers.ts'
import { RouteAnchor } from '../links.tsx'
import { LotState } from '../lot-state.tsx'
import { type Column, column } from './columns.tsx'

export const locationOfLot: readonly Column<{ readonly warehouse: string; readonly spot: string }>[] = [
  column.text('Warehouse', 'warehouse'),
  column.text('Spot', 'spot'),
]

interface State {
  readonly hold: boolean
  readonly goodUntil?: string | null
  readonly units: number
  /** Absent: it is in stock. */
  readonly active?: boolean
}

/** Whether a lot may be used, and how much there is of it. */
export const stateOfLot: readonly Column<State>[] = [
  {
    title: 'State',
    isMain: true,
    cell: (lot) => goneState(lot) ?? <LotState hold={lot.hold} goodUntil={lot.goodUntil ?? null} />,
  },
  column.quantity('Units', 'units', { isMain: true }),
]

/** Of a lot that is not in stock: what is in transit has units still. */
const goneState = ({ active = true, units }: State) => (active ? undefined : units > 0 ? 'In transit' : 'Used up')

/** Leads to the list of all lots of an item that are in stock, of which a page may show the first ones only. */
export function AllLots({ itemID, wid }: { readonly itemID: string; readonly wid?: number | undefined }) {
  const total = useQuery(lotCount({ itemID, wid, active: true })).data?.totalCount
  return (
    <RouteAnchor to="/lots" search={{ itemID, wid }} size="xs">
      {total === undefined ? 'Show all lots' : total === 1 ? 'Show 1 lot' : `Show all ${toText(total)} lots`}
    </RouteAnchor>
  )
}
