import type { Caller } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import { type Days, firstMoment } from '../../../../shared/contract/dates/days.ts'
import type { Moved, MoveInput } from '../../../../shared/contract/inventory/inventory.ts'
import { isDayName } from '../../../../shared/day.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { GivenMovement } from '../../masters/given-units.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import { available, requireAvailable } from '../levels/figures.ts'
import { type Chosen, chooseLots, findNamedLot, type LotSelection, totalUnits } from '../lots/choose-lots.ts'
import type { DaysOf } from '../lots/expiry.ts'
import { changeLot, type Lot, type LotChange, splitLot } from '../lots/lot.model.ts'
import { findFreeUnits } from '../reservations/records/free-units.ts'
import { requireReservationsKept } from '../reservations/reserved-stock.ts'

/**
 * Moves units at once (docs/decisions/stock.md#23): a whole lot keeps its recNo, units split off become a child lot that
 * knows its parent.
 */
export async function planMove(
  input: GivenMovement<MoveInput>,
  item: ItemRecord,
  caller: Caller | undefined,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Moved>> {
  const { _id: partNo, shortID } = item
  const { wid, reference, transitSlip } = input
  const units = toQuantity(input.units)
  // A spot has no meaning in another warehouse.
  const destination = { wid: input.shipToWid ?? wid, spot: input.toSpot ?? '' }
  const chosen = await choose(await moveSelection(input, item, stock.daysOf), units, destination, stock)
  const moves = []
  for (const share of chosen) moves.push(await move(share, destination, stock.now, numbers))
  const lots = moves.flatMap(({ changes }) => changes)
  await requireReservationsKept({ partNo, lots }, caller, stock)
  const fromSpot = input.fromSpot ?? chosen[0]?.lot.spot ?? ''
  const transactionNo = await numbers.transactionNo()
  return {
    entries: [
      {
        transactionNo,
        type: 'move',
        partNo,
        shortID,
        wid,
        units,
        lots,
        attributes: {
          reference,
          spot: fromSpot,
          shipToWid: destination.wid,
          toSpot: destination.spot,
          details: { transitSlip },
        },
      },
    ],
    result: {
      recNo: moves[0]?.recNo ?? 0,
      transactionNo,
      partNo,
      shortID,
      units: toNumber(units),
      wid,
      shipToWid: destination.wid,
      fromSpot,
      toSpot: destination.spot,
      transitSlip: transitSlip ?? '',
      lots: moves.map((moved) => ({ recNo: moved.recNo, fromRecNo: moved.fromRecNo, units: toNumber(moved.units) })),
      status: 'moved',
    },
  }
}

type Location = Pick<Lot, 'wid' | 'spot'>

/** Lots that a move may take. */
export async function moveSelection(
  input: GivenMovement<MoveInput>,
  item: ItemRecord,
  daysOf: DaysOf,
): Promise<LotSelection> {
  const { wid, recno, fromSpot: spot, serial, serial2, rfidTag, received } = input
  const range = received === undefined ? {} : receivedRange(received, await daysOf(wid))
  return { partNo: item._id, wid, recno, spot, serial, serial2, rfidTag, ...range }
}

async function choose(
  selection: LotSelection,
  units: Quantity,
  destination: Location,
  stock: StockView,
): Promise<Chosen[]> {
  await stock.lookAhead(selection, 'move')
  const named = await findNamedLot(selection, stock)
  if (named && isAt(named, destination))
    throw validationError({ toSpot: ['The field toSpot must differ from where the stock is.'] })
  const { partNo, wid } = selection
  const level = await stock.level(partNo, wid)
  const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
  const usable = (lot: Lot) => (isAt(lot, destination) ? ZERO : free(lot))
  const lots = await stock.candidates(selection, 'move', units, usable)
  // What is reserved in a warehouse does not leave it; held lots are not reserved.
  const limits = destination.wid === wid || named?.hold ? [] : [available(level)]
  requireAvailable(units, totalUnits(lots, usable), ...limits)
  return chooseLots(lots, units, usable)
}

const isAt = (lot: Lot, { wid, spot }: Location) => lot.wid === wid && lot.spot === spot

async function move({ lot, units }: Chosen, destination: Location, now: Date, numbers: Numbers) {
  if (units.eq(lot.units)) {
    const changes: LotChange[] = [changeLot(lot, destination, now)]
    return { changes, units, fromRecNo: lot._id, recNo: lot._id }
  }
  const recNo = await numbers.recNo()
  return { changes: splitLot(lot, recNo, units, destination, now), units, fromRecNo: lot._id, recNo }
}

/** A day of the warehouse stands for all of its hours, a moment for its millisecond. */
function receivedRange(received: string, days: Days): Pick<LotSelection, 'receivedFrom' | 'receivedBefore'> {
  const from = firstMoment(received, days)
  const last = isDayName(received) ? days.endOf(received) : from
  return { receivedFrom: from, receivedBefore: new Date(last.getTime() + 1) }
}
