import { readScan } from '../../../../shared/scan/read-scan.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import type { StockView } from '../engine/plan.ts'

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
