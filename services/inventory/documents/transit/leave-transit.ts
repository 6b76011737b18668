import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type {
  CancelTransitInput,
  CloseTransitInput,
  ReceiveTransitInput,
  ReturnTransitInput,
} from '../../../../shared/contract/documents/transits.ts'
import { type Quantity, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import { chooseLots, totalUnits } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { namedLines } from '../kit/changed-lines.ts'
import type { Changes } from '../kit/document-effect.ts'
import { addTo } from '../kit/family/quantities.ts'
import type { Opened } from '../kit/steps.ts'
import {
  isInTransit,
  isReceived,
  type TransitLine,
  type TransitLineRecord,
  type TransitRecord,
  type unitStates,
} from './transit.model.ts'
import { createLotsInWork, IN_STOCK, type LotsInWork, type TransitAttributes, toTransitEntry } from './transit-lots.ts'

/** Receives units at the destination: accepted ones as they were shipped, rejected ones on hold. */
export async function receive(transit: OpenTransit, { remark, lines }: ReceiveTransitInput): Promise<TransitChanges> {
  const wid = transit.header.shipToWid
  const lots = createLotsInWork(transit.stock, transit.numbers)
  const changes = []
  const entries = []
  for (const { line, input, index } of namedLines(transit, lines, 'transit')) {
    const { spot = '', rejectedSpot = spot, reasonCode, recno } = input
    const [accepted, rejected] = [toQuantity(input.accepted), toQuantity(input.rejected ?? 0)]
    await requireInTransit(lots, line, { units: accepted.plus(rejected), recno, index, doing: 'receiving' })
    const ways: readonly Leaving[] = [
      {
        state: 'accepted',
        type: 'accept',
        units: accepted,
        recno,
        wid,
        changes: { ...IN_STOCK, spot, hold: line.held },
        attributes: { remark, spot },
      },
      {
        state: 'rejected',
        type: 'reject',
        units: rejected,
        recno,
        wid,
        changes: { ...IN_STOCK, spot: rejectedSpot, hold: true },
        attributes: { reasonCode, remark, spot: rejectedSpot },
      },
    ]
    let after = line
    for (const way of ways.filter(({ units }) => units.gt(ZERO))) {
      const taken = await takeOut(transit, lots, after, way)
      after = taken.after
      entries.push(taken.entry)
    }
    changes.push({ before: line, after })
  }
  return { lines: changes, entries }
}

type Leave = readonly [TransitLineRecord, Leaving]

/** Brings units in transit back into the source warehouse, as they were shipped. */
export async function giveBack(transit: OpenTransit, { remark, lines }: ReturnTransitInput): Promise<TransitChanges> {
  const lots = createLotsInWork(transit.stock, transit.numbers)
  const leaving: Leave[] = []
  for (const { line, input, index } of namedLines(transit, lines, 'transit')) {
    const { spot, recno } = input
    const units = toQuantity(input.units)
    await requireInTransit(lots, line, { units, recno, index, doing: 'returning' })
    leaving.push([line, { ...returning(transit, line, spot, remark), units, recno }])
  }
  return changeAll(transit, lots, leaving)
}

/** Brings everything back, if nothing was received. */
export async function cancel(transit: OpenTransit, { spot, remark }: CancelTransitInput): Promise<TransitChanges> {
  const { header, lines } = transit
  if (lines.some(isReceived))
    throw new AppError('conflict', `Transit ${header._id} has receipts: return what is in transit.`)
  return changeRest(transit, (line) => returning(transit, line, spot, remark))
}

/** Writes off what is still in transit: its lots are empty. */
export async function close(transit: OpenTransit, { reasonCode, remark }: CloseTransitInput): Promise<TransitChanges> {
  const changes = await changeRest(transit, () => ({
    state: 'lost',
    type: 'lose',
    wid: transit.header.shipToWid,
    changes: { units: ZERO, hold: false, transit: null },
    attributes: { reasonCode, remark },
  }))
  return { ...changes, included: { reasonCode } }
}

type Way = Omit<Leaving, 'units' | 'recno'>

const returning = (
  { header: { wid } }: OpenTransit,
  { held }: TransitLineRecord,
  spot = '',
  remark: string | undefined,
): Way => ({
  state: 'returned',
  type: 'return',
  wid,
  changes: { ...IN_STOCK, wid, spot, hold: held },
  attributes: { remark, spot },
})

/** Changes every line of which something is in transit. */
function changeRest(transit: OpenTransit, wayOf: (line: TransitLineRecord) => Way): Promise<TransitChanges> {
  const rest = transit.lines.filter(isInTransit)
  const leaving = rest.map((line): Leave => [line, { ...wayOf(line), units: toQuantity(line.inTransit) }])
  return changeAll(transit, createLotsInWork(transit.stock, transit.numbers), leaving)
}

async function changeAll(transit: OpenTransit, lots: LotsInWork, leaving: readonly Leave[]): Promise<TransitChanges> {
  const lines = []
  const entries = []
  for (const [before, way] of leaving) {
    const { after, entry } = await takeOut(transit, lots, before, way)
    lines.push({ before, after })
    entries.push(entry)
  }
  return { lines, entries }
}

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
