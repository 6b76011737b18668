import { LotState } from '../lot-state.tsx'
import { type Column, column } from './columns.tsx'

interface Location {
  readonly warehouse: string
  readonly spot: string
}

/** Where a lot lies. */
export const locationOfLot: readonly Column<Location>[] = [
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
