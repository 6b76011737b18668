import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, toQuantity } from '../../../../shared/quantity.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import { chooseLots, totalUnits } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import type { Changes } from '../kit/document-effect.ts'
import { addTo } from '../kit/family/conserved.ts'
import type { Opened } from '../kit/steps.ts'
import type { TransitLineRecord, TransitRecord } from './transit.model.ts'
import type { TransitLine, unitStates } from './transit-line.ts'
import { type LotsInWork, type TransitAttributes, toTransitEntry } from './transit-lots.ts'

export type OpenTransit = Opened<TransitRecord, TransitLineRecord>
export type TransitChanges = Changes<TransitRecord, TransitLineRecord, { readonly reasonCode?: number }>

/** How units of a line leave transit: where to, and what the ledger says of it. */
export interface Leaving {
  readonly state: Exclude<(typeof unitStates)[number], 'inTransit'>
  readonly type: 'accept' | 'reject' | 'return' | 'lose'
  readonly units: Quantity
  /** The only lot that they may come from. */
  readonly recno?: number | undefined
  readonly wid: number
  readonly changes: Partial<Lot>
  readonly attributes: TransitAttributes
}

/** Takes units of a line out of transit, first to expire first. Its lots must hold enough. */
export async function takeOut<L extends TransitLine>(
  { numbers }: OpenTransit,
  lots: LotsInWork,
  line: L,
  { state, type, units, recno, wid, changes, attributes }: Leaving,
): Promise<{ readonly after: L; readonly entry: StockEntry }> {
  const found = (await lots.read(line.recNos)).filter(({ _id }) => recno === undefined || _id === recno)
  const { lots: changed } = await lots.change(chooseLots(found, units), changes)
  const recNos = line.recNos.filter((recNo) => lots.current.get(recNo)?.transit)
  const moved = addTo<TransitLine>(line, { [state]: units, inTransit: units.times(-1) })
  const entry = { type, wid, units, lots: changed }
  return { after: { ...line, ...moved, recNos }, entry: await toTransitEntry(line, entry, attributes, numbers) }
}

/** Throws 409 if fewer units of a line are in transit, 400 if the lot named is not one of its lots there. */
export async function requireInTransit(
  lots: LotsInWork,
  line: TransitLine,
  { units, recno, index, doing }: { units: Quantity; recno: number | undefined; index: number; doing: string },
): Promise<void> {
  const found = (await lots.read(line.recNos)).filter(({ _id }) => recno === undefined || _id === recno)
  const field = `lines[${index}].recno`
  if (recno !== undefined && found.length === 0)
    throw validationError({ [field]: [`The field ${field} must name a lot of the line that is in transit.`] })
  const most = recno === undefined ? toQuantity(line.inTransit) : totalUnits(found)
  if (units.lte(most)) return
  const what = `in transit ${most.toFixed()}, ${doing} ${units.toFixed()}`
  throw new AppError('conflict', `Transit ${line.slip} line ${line.lineNo}: ${what}.`)
}
