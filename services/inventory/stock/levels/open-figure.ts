import type { StoredQuantity } from '../../../../shared/quantity.ts'
import type { OrderFigure } from './level.model.ts'

/** Units that count in a figure of a level other than inStock and onHold, and what they are for. */
export interface OpenFigure {
  readonly wid: number
  readonly kind: OrderFigure
  readonly reference: string
  readonly line: number
  readonly units: StoredQuantity
  /** What reserved units that this service does not release by itself. */
  readonly reservedBy?: 'reservation' | 'otherSystem'
}
