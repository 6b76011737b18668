import { AppError } from '../../../shared/contract/core/errors.ts'
import type {
  CancelTransitInput,
  CloseTransitInput,
  ReturnTransitInput,
} from '../../../shared/contract/transits/transit-inputs.ts'
import { toQuantity, ZERO } from '../records/quantity.ts'
import {
  type Leaving,
  type LineChanges,
  namedLines,
  type OpenTransit,
  requireInTransit,
  takeOut,
} from './change-transit.ts'
import { isInTransit, isReceived } from './line-state.ts'
import type { TransitLineRecord } from './transit.model.ts'
import { IN_STOCK } from './transit-lots.ts'

/** Brings units in transit back into the source warehouse, as they were shipped. */
export async function giveBack(transit: OpenTransit, { remark, lines }: ReturnTransitInput): Promise<LineChanges[]> {
  const changes: LineChanges[] = []
  for (const { line, input, index } of namedLines(transit, lines)) {
    const { spot, recno } = input
    const units = toQuantity(input.units)
    await requireInTransit(transit, line, { units, recno, index, doing: 'returning' })
    changes.push(await change(transit, line, { ...returning(transit, line, spot, remark), units, recno }))
  }
  return changes
}

/** Brings everything back, if nothing was received. */
export async function cancel(transit: OpenTransit, { spot, remark }: CancelTransitInput): Promise<LineChanges[]> {
  const { header, lines } = transit
  if (lines.some(isReceived))
    throw new AppError('conflict', `Transit ${header._id} has receipts: return what is in transit.`)
  return changeRest(transit, (line) => returning(transit, line, spot, remark))
}

/** Writes off what is still in transit: its lots are empty. */
export const close = (transit: OpenTransit, { reasonCode, remark }: CloseTransitInput): Promise<LineChanges[]> =>
  changeRest(transit, () => ({
    ...{ place: 'lost', type: 'lose', wid: transit.header.shipToWid },
    ...{ changes: { units: ZERO, hold: false, transit: null }, facts: { reasonCode, remark } },
  }))

type Way = Omit<Leaving, 'units' | 'recno'>

const returning = (
  { header: { wid } }: OpenTransit,
  { held }: TransitLineRecord,
  spot = '',
  remark: string | undefined,
): Way => ({
  ...{ place: 'returned', type: 'return', wid },
  ...{ changes: { ...IN_STOCK, wid, spot, hold: held }, facts: { remark, spot } },
})

/** Changes every line of which something is in transit. */
async function changeRest(transit: OpenTransit, wayOf: (line: TransitLineRecord) => Way): Promise<LineChanges[]> {
  const changes: LineChanges[] = []
  for (const line of transit.lines.filter(isInTransit))
    changes.push(await change(transit, line, { ...wayOf(line), units: toQuantity(line.inTransit) }))
  return changes
}

async function change(transit: OpenTransit, line: TransitLineRecord, leaving: Leaving): Promise<LineChanges> {
  const { after, entry } = await takeOut(transit, line, leaving)
  return { before: line, after, entries: [entry] }
}
