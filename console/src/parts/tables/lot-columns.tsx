import { LotState } from '../lot-state.tsx'
import { type Column, column } from './columns.tsx'

interface Place {
  readonly warehouse: string
  readonly spot: string
}

/** Where a lot lies. */
export const placeOfLot: readonly Column<Place>[] = [column.text('Warehouse', 'warehouse'), column.text('Spot', 'spot')]

interface State {
  readonly hold: boolean
  readonly expires?: string | null
  readonly units: number
}

/** Whether a lot may be used, and how much there is of it. */
export const stateOfLot: readonly Column<State>[] = [
  { title: 'State', isMain: true, cell: ({ hold, expires = null }) => <LotState hold={hold} expires={expires} /> },
  column.quantity('Units', 'units', { isMain: true }),
]
