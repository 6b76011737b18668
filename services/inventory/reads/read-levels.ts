import type { Input } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../shared/quantity.ts'
import { type LevelModel, sumFigures } from '../stock/levels/level.model.ts'

/** Levels as they are stored, which is what the ledger adds up to: reservations count until their end is entered. */
export const createReadLevels =
  (levels: LevelModel) =>
  async ({ after, limit, partNos }: Input<typeof inventory.readLevels>) => {
    const filter = { _id: partNos ? { $in: partNos } : { $gt: after } }
    const found = await levels.find(filter).sort({ _id: 1 }).limit(limit).lean()
    const value = found.map((row) => ({
      partNo: row._id,
      levels: Object.keys(row.stock).map((wid) => {
        const figures = sumFigures(row, (other) => other === Number(wid))
        const { inStock, onHold, onOrder, committed, packed, aSN } = figures
        return {
          wid: Number(wid),
          inStock: toNumber(inStock),
          onHold: toNumber(onHold),
          onOrder: toNumber(onOrder),
          committed: toNumber(committed),
          packed: toNumber(packed),
          aSN: toNumber(aSN),
        }
      }),
    }))
    return { value }
  }
