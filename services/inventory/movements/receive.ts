import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Received, ReceiveInput } from '../../../shared/contract/inventory/inventory.ts'
import { type Quantity, smaller, toNumber, toQuantity, toStored, ZERO } from '../../../shared/database/quantity.ts'
import type { Numbers, OrderProgress, StockEffect } from '../engine/effect.ts'
import type { StockView } from '../engine/stock-view.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { type Lot, NEVER } from '../lots/lot.model.ts'
import type { OrderKind } from '../orders/order-line.model.ts'

/** One receipt makes one lot (decision 21); what an order line awaited is awaited no more. */
export async function planReceive(
  input: ReceiveInput,
  item: ItemRecord,
  { transactionNo, recNo }: Numbers,
  stock: StockView,
): Promise<StockEffect<Received>> {
  if (item.discontinued) throw new AppError('conflict', `Item ${item.shortID} is discontinued.`)
  const units = toQuantity(input.units)
  const lot = toNewLot(input, item, recNo, units, stock.now)
  const { supplier, netWeight, grossWeight, price, expires, line, jobid } = input
  return {
    type: 'receive',
    units,
    changes: [{ before: undefined, after: lot }],
    orderProgress: await orderProgress(input, units, stock),
    told: {
      reasonCode: input.reasonCode,
      reference: input.reference ?? '',
      remark: input.remark ?? '',
      wid: input.wid,
      spot: lot.spot,
      shipToWid: null,
      toSpot: null,
      facts: { supplier, netWeight, grossWeight, price, expires, line, jobid },
    },
    answer: {
      recNo,
      transactionNo,
      partNo: item._id,
      shortID: item.shortID,
      wid: input.wid,
      spot: lot.spot,
      units: toNumber(units),
      status: 'received',
    },
  }
}

function toNewLot(input: ReceiveInput, item: ItemRecord, recNo: number, units: Quantity, now: Date): Lot {
  const decimal = (value: number | undefined) => (value === undefined ? null : toStored(toQuantity(value)))
  return {
    _id: recNo,
    partNo: item._id,
    shortID: item.shortID,
    wid: input.wid,
    spot: input.spot ?? '',
    units,
    received: now,
    shipped: null,
    serial: input.serial ?? '',
    serial2: input.serial2 ?? null,
    rfidTag: input.rfidTag ?? null,
    remark: input.remark ?? '',
    hold: false,
    active: true,
    jobid: input.jobid ?? 0,
    expires: input.expires === undefined ? NEVER : new Date(input.expires),
    reference: input.reference ?? '',
    supplier: input.supplier ?? 0,
    line: input.line ?? 0,
    netWeight: decimal(input.netWeight),
    grossWeight: decimal(input.grossWeight),
    price: decimal(input.price),
    parent: null,
    modified: now,
    version: 1,
  }
}

const AWAITED: readonly OrderKind[] = ['aSN', 'onOrder']

async function orderProgress(
  { reference, line, wid }: ReceiveInput,
  units: Quantity,
  stock: StockView,
): Promise<OrderProgress[]> {
  if (!reference || line === undefined) return []
  const open = await stock.orderUnits({ wid, reference, line })
  return AWAITED.map((kind) => ({ kind, wid, reference, line, units: smaller(open[kind] ?? ZERO, units) })).filter(
    (progress) => progress.units.gt(ZERO),
  )
}
