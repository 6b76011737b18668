import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Received, ReceiveInput } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'
import { readScan } from '../../../../shared/scan/read-scan.ts'
import type { Given, GivenMovement } from '../../masters/given-units.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import { toExpiry } from '../lots/expiry.ts'
import type { Lot } from '../lots/lot.model.ts'

/** One receipt makes one lot (docs/decisions/stock.md#21). */
export async function planReceive(
  input: GivenMovement<ReceiveInput>,
  item: ItemRecord,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Received>> {
  if (item.discontinued) throw new AppError('conflict', `Item ${item.shortID} is discontinued.`)
  const units = toQuantity(input.units)
  const transactionNo = await numbers.transactionNo()
  const { figures, records, events } = await stock.hooks.receive(
    stock,
    { ...input, partNo: item._id },
    units,
    transactionNo,
  )
  const warnings = await warnOfSerial(input, item, stock)
  const lot = toNewLot(input, item, await numbers.recNo(), units, stock.now)
  const { partNo, shortID, wid, spot } = lot
  const { reasonCode, reference, remark, supplier, netWeight, grossWeight, price, expires, prodID, line } = input
  return {
    entries: [
      {
        transactionNo,
        type: 'receive',
        partNo,
        shortID,
        wid,
        units,
        lots: [{ before: undefined, after: lot }],
        figures,
        attributes: {
          reasonCode,
          reference,
          remark,
          spot,
          details: { supplier, netWeight, grossWeight, price, expires, prodID, line },
        },
      },
    ],
    records,
    events,
    warnings,
    result: {
      recNo: lot._id,
      transactionNo,
      partNo,
      shortID,
      wid,
      spot,
      units: toNumber(units),
      status: 'received',
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    },
  }
}

/** A lot as a receipt makes it. */
export function toNewLot(
  input: Given<ReceiveInput, 'wid'>,
  item: Pick<ItemRecord, '_id' | 'shortID'>,
  recNo: number,
  units: Quantity,
  now: Date,
): Lot {
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
    ...toExpiry(input.expires),
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

/**
 * Says that the serial number of a receipt is in stock already. A number that the label calls a lot number is not looked
 * for: many receipts may have it (docs/decisions/scans.md#88).
 */
export async function warnOfSerial(
  { serial, scan }: { readonly serial?: string | undefined; readonly scan?: string | undefined },
  { _id: partNo, shortID }: Pick<ItemRecord, '_id' | 'shortID'>,
  stock: StockView,
): Promise<readonly string[]> {
  if (serial === undefined || serial === '' || isLotOf(scan, serial)) return []
  const recNo = await stock.lotWithSerial(partNo, serial)
  if (recNo === undefined) return []
  // A lot that an earlier line of a dry run would make has no number.
  const where = recNo > 0 ? `lot ${recNo}` : 'a lot of an earlier line'
  return [`Serial ${serial} of ${shortID} is in stock already: ${where}.`]
}

function isLotOf(code: string | undefined, serial: string): boolean {
  const reading = code === undefined ? undefined : readScan(code)
  return reading !== undefined && 'scan' in reading && reading.scan.serial === undefined && reading.scan.lot === serial
}
