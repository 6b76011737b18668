import type {
  PurchaseLineProgress,
  PurchaseOrder,
  PurchaseOrderDetail,
} from '../../../../shared/contract/orders/purchase-orders.ts'
import { toNumber } from '../../../../shared/database/quantity.ts'
import type { Items } from '../../items/items.ts'
import type { Registries } from '../../registries/registries.ts'
import type { PurchaseLineRecord, PurchaseOrderRecord } from '../purchase-order.model.ts'

/** Names of the items and warehouses that lines refer to. */
export interface LineNames {
  readonly items: ReadonlyMap<number, { readonly description: string }>
  readonly warehouses: ReadonlyMap<number, string>
}

export async function namesOfLines(
  items: Items,
  registries: Registries,
  lines: readonly { readonly partNo: number; readonly wid: number }[],
): Promise<LineNames> {
  return {
    items: await items.findMany(lines.map(({ partNo }) => partNo)),
    warehouses: await registries.warehouses.namesOf(lines.map(({ wid }) => wid)),
  }
}

/** A purchase order as it is answered, without lines. */
export function toPurchaseOrder(header: Omit<PurchaseOrderRecord, 'version'>): PurchaseOrder {
  const { _id: poNo, vendor, orderDate, expectedDate, status, totalLines, totalValue } = header
  return {
    poNo,
    vendor,
    orderDate: orderDate.toISOString(),
    expectedDate: expectedDate?.toISOString() ?? null,
    status,
    totalLines,
    totalValue: toNumber(totalValue),
  }
}

type Line = Omit<PurchaseLineRecord, 'version'>

export function toDetail(
  header: Omit<PurchaseOrderRecord, 'version'>,
  lines: readonly Line[],
  names: LineNames,
): PurchaseOrderDetail {
  const inOrder = lines.toSorted((one, other) => one.lineNo - other.lineNo)
  return {
    ...toPurchaseOrder(header),
    lines: inOrder.map(({ lineNo, shortID, partNo, units, received, unitPrice, wid }) => ({
      lineNo,
      shortID,
      description: names.items.get(partNo)?.description ?? '',
      units: toNumber(units),
      unitsReceived: toNumber(received),
      unitPrice: toNumber(unitPrice),
      warehouse: wid,
      warehouseName: names.warehouses.get(wid) ?? '',
    })),
  }
}

export function toProgress(line: Line): PurchaseLineProgress {
  const { lineNo, shortID, wid: warehouse, units, received, open, closed, reason, overReceipt } = line
  return {
    lineNo,
    shortID,
    warehouse,
    units: toNumber(units),
    unitsReceived: toNumber(received),
    unitsOpen: toNumber(open),
    closedShort: closed !== null,
    reason: reason ?? closed,
    overReceipt: toNumber(overReceipt),
  }
}
