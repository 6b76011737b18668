import { validationError } from '../../../shared/contract/core/errors.ts'
import type { Moved, MoveInput } from '../../../shared/contract/inventory/inventory.ts'
import { type Quantity, toNumber, toQuantity } from '../../../shared/database/quantity.ts'
import { change, type LotChange, type Numbers, type StockEffect, split } from '../engine/effect.ts'
import type { StockView } from '../engine/stock-view.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { type Chosen, chooseLots, type LotSelection, totalUnits } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'
import { insufficientStock } from './issue.ts'

/** Moves units at once (decision 23): a whole lot keeps its recNo, a part becomes a new lot that knows its parent. */
export async function planMove(
  input: MoveInput,
  item: ItemRecord,
  { transactionNo, recNo }: Numbers,
  stock: StockView,
): Promise<StockEffect<Moved>> {
  const units = toQuantity(input.units)
  // Between warehouses a bin's name means nothing at the other end.
  const destination = { wid: input.shipToWid ?? input.wid, spot: input.toSpot ?? '' }
  const chosen = await choose(input, item, units, destination, stock)
  const moves = chosen.map((part) => move(part, recNo, destination, stock.now))
  const spot = input.fromSpot ?? chosen[0]?.lot.spot ?? ''
  return {
    type: 'move',
    units,
    changes: moves.flatMap(({ changes }) => changes),
    orderProgress: [],
    told: {
      reasonCode: null,
      reference: input.reference ?? '',
      remark: '',
      wid: input.wid,
      spot,
      shipToWid: destination.wid,
      toSpot: destination.spot,
      facts: { transitSlip: input.transitSlip, serial: input.serial, serial2: input.serial2, rfidTag: input.rfidTag },
    },
    answer: {
      recNo: moves[0]?.recNo ?? 0,
      transactionNo,
      partNo: item._id,
      shortID: item.shortID,
      units: toNumber(units),
      wid: input.wid,
      shipToWid: destination.wid,
      fromSpot: spot,
      toSpot: destination.spot,
      transitSlip: input.transitSlip ?? '',
      lots: moves.map((moved) => ({ recNo: moved.recNo, fromRecNo: moved.fromRecNo, units: toNumber(moved.units) })),
      status: 'moved',
    },
  }
}

type Place = Pick<Lot, 'wid' | 'spot'>

/** Which lots a move may take. */
export function moveSelection(input: MoveInput, item: ItemRecord): LotSelection {
  const { wid, recno, fromSpot: spot, serial, serial2, rfidTag, received } = input
  return { partNo: item._id, wid, recno, spot, serial, serial2, rfidTag, ...receivedRange(received) }
}

async function choose(
  input: MoveInput,
  item: ItemRecord,
  units: Quantity,
  destination: Place,
  stock: StockView,
): Promise<Chosen[]> {
  const { recno } = input
  const selection = moveSelection(input, item)
  if (recno !== undefined) {
    const named = await stock.lot(selection)
    if (!named) throw validationError({ recno: ['The field recno must name a lot that matches the request.'] })
    if (isAt(named, destination))
      throw validationError({ toSpot: ['The field toSpot must differ from where the stock is.'] })
  }
  const elsewhere = (lot: Lot) => !isAt(lot, destination)
  const lots = await stock.candidates(selection, 'move', units, elsewhere)
  const chosen = chooseLots(lots, units)
  if (chosen) return chosen
  throw insufficientStock(units, totalUnits(lots))
}

const isAt = (lot: Lot, { wid, spot }: Place) => lot.wid === wid && lot.spot === spot

function move({ lot, units }: Chosen, recNo: number, destination: Place, now: Date) {
  const isWhole = units.eq(lot.units)
  const changes: LotChange[] = isWhole ? [change(lot, destination, now)] : split(lot, recNo, units, destination, now)
  return { changes, units, fromRecNo: lot._id, recNo: isWhole ? lot._id : recNo }
}

const DAY_MS = 86_400_000

/** A day stands for all of its 24 hours in UTC, a moment for its millisecond. */
function receivedRange(received: string | undefined): Pick<LotSelection, 'receivedFrom' | 'receivedBefore'> {
  if (received === undefined) return {}
  const isDay = !/t/i.test(received)
  const hasZone = /(z|[+-]\d\d:\d\d)$/i.test(received)
  const from = new Date(isDay || hasZone ? received : `${received}Z`)
  return { receivedFrom: from, receivedBefore: new Date(from.getTime() + (isDay ? DAY_MS : 1)) }
}
