import { AppError } from '../../../../shared/contract/core/errors.ts'
import type {
  CancelTransitInput,
  CloseTransitInput,
  ReturnTransitInput,
} from '../../../../shared/contract/documents/transits.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { namedLines } from '../kit/lines/changed-lines.ts'
import { type Leaving, type OpenTransit, requireInTransit, type TransitChanges, takeOut } from './leave-transit.ts'
import type { TransitLineRecord } from './transit.model.ts'
import { isInTransit, isReceived } from './transit-line.ts'
import { createLotsInWork, IN_STOCK, type LotsInWork } from './transit-lots.ts'

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
