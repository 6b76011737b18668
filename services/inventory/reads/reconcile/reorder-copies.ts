import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { toQuantity } from '../../../../shared/quantity.ts'
import type { LevelRecord, ReorderLevels } from '../../stock/levels/level.model.ts'
import type { ReorderPointRecord } from '../../stock/reorder/reorder-point.model.ts'

interface Compared {
  readonly partNo: number
  readonly levels: readonly LevelRecord[]
  readonly points: readonly ReorderPointRecord[]
}

/** The reorder points of an item must have the same copies in its level row, and no others. */
export function compareReorderCopies({ partNo, levels: [row], points }: Compared): Difference[] {
  const copies = row?.reorder ?? {}
  const wids = new Set([...points.map(({ wid }) => wid), ...Object.keys(copies).map(Number)])
  return [...wids].flatMap((wid) => {
    const expected = describe(points.find((point) => point.wid === wid))
    const found = describe(copies[wid])
    return expected === found ? [] : [{ what: `reorder point of item ${partNo} in warehouse ${wid}`, expected, found }]
  })
}

function describe(levels: ReorderLevels | undefined): string {
  if (!levels) return 'nothing'
  const [minimum, reorderTo] = [toQuantity(levels.minimum), toQuantity(levels.reorderTo)]
  return `minimum ${minimum.toFixed()}, reorderTo ${reorderTo.toFixed()}, leadDays ${levels.leadDays}`
}
