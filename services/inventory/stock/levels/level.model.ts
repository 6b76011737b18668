import type { Connection } from 'mongoose'
import { type LevelFigure, levelFigures } from '../../../../shared/contract/inventory/inventory.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../../../shared/quantity.ts'

/** Figures that order lines explain, not lots. */
export type OrderFigure = Extract<LevelFigure, 'onOrder' | 'aSN' | 'committed' | 'packed'>
export type LevelFigures = Readonly<Record<LevelFigure, Quantity>>

type StoredFigures = Partial<Readonly<Record<LevelFigure, StoredQuantity>>>

/** When an item is reordered for a warehouse: below the minimum, up to `reorderTo`; `leadDays` pass until it is received. */
export interface ReorderLevels {
  readonly minimum: StoredQuantity
  readonly reorderTo: StoredQuantity
  readonly leadDays: number | null
}

/** Stock of one item, by warehouse id: one row, so that every scope is read in one piece. `_id` is the partNo. */
const fields = {
  _id: field.number,
  /** Warehouses that have or had stock. */
  wids: field.numbers,
  /** At most the earliest end of the item's active reservations; absent if none ends. */
  expires: field.optional(field.date),
  /** How often a transaction locked the row; absent if none did. */
  locks: field.optional(field.number),
  stock:
    field.mixed<
      Readonly<Record<string, StoredFigures & { readonly modified: Date; readonly transactionNo?: number }>>
    >(),
  /** A copy of the reorder points, so that a change of stock need not read them; absent if there never was one. */
  reorder: field.optional(field.mixed<Readonly<Record<string, ReorderLevels>>>()),
}
export type LevelRecord = RecordOf<typeof fields>

const schema = defineSchema('levels', fields, { minimize: false })
schema.index({ wids: 1, _id: 1 })
// Queries state the same bound, or it would not serve them.
schema.index({ expires: 1 }, { name: 'expires_present', partialFilterExpression: { expires: { $gt: new Date(0) } } })

export const createLevelModel = (connection: Connection) => connection.model('Level', schema)
export type LevelModel = ReturnType<typeof createLevelModel>

export const NO_FIGURES: LevelFigures = {
  inStock: ZERO,
  onHold: ZERO,
  onOrder: ZERO,
  committed: ZERO,
  packed: ZERO,
  aSN: ZERO,
}

/** The figures of an item over the given warehouses, or over all. */
export function sumFigures(
  record: Pick<LevelRecord, 'stock'> | null | undefined,
  isWanted: (wid: number) => boolean,
): LevelFigures {
  const total = { ...NO_FIGURES }
  for (const [wid, stored] of Object.entries(record?.stock ?? {})) {
    if (!isWanted(Number(wid))) continue
    for (const figure of levelFigures) {
      const value = stored[figure]
      if (value) total[figure] = total[figure].plus(toQuantity(value))
    }
  }
  return total
}
