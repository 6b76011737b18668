import mongoose from 'mongoose'
import type { ItemRecord } from '../../../services/catalog/item.model.ts'
import type { CountLineRecord, CountRecord } from '../../../services/inventory/documents/count/count.model.ts'
import type {
  PurchaseLineRecord,
  PurchaseOrderRecord,
} from '../../../services/inventory/documents/purchase/purchase-order.model.ts'
import type {
  ShippingLineRecord,
  ShippingOrderRecord,
} from '../../../services/inventory/documents/shipping/shipping-order.model.ts'
import type { TransitLineRecord, TransitRecord } from '../../../services/inventory/documents/transit/transit.model.ts'
import type { WorkLineRecord, WorkOrderRecord } from '../../../services/inventory/documents/work/work-order.model.ts'
import type { LedgerRecord } from '../../../services/inventory/stock/ledger/ledger.model.ts'
import type { LevelRecord } from '../../../services/inventory/stock/levels/level.model.ts'
import type { LotRecord } from '../../../services/inventory/stock/lots/lot.model.ts'
import type { PackRecord } from '../../../services/inventory/stock/reservations/records/pack.model.ts'
import type { ReservationRecord } from '../../../services/inventory/stock/reservations/records/reservation.model.ts'
import type { ChangeRecord } from '../../../services/notifications/feed/change.model.ts'

/** The stored state of inventory and catalog, and the change feed, read from the databases. */
export interface Books {
  readonly ledger: readonly LedgerRecord[]
  readonly lots: readonly LotRecord[]
  readonly levels: readonly LevelRecord[]
  readonly purchaseOrders: readonly PurchaseOrderRecord[]
  readonly purchaseLines: readonly PurchaseLineRecord[]
  readonly shippingOrders: readonly ShippingOrderRecord[]
  readonly shippingLines: readonly ShippingLineRecord[]
  readonly workOrders: readonly WorkOrderRecord[]
  readonly workLines: readonly WorkLineRecord[]
  readonly transits: readonly TransitRecord[]
  readonly transitLines: readonly TransitLineRecord[]
  readonly counts: readonly CountRecord[]
  readonly countLines: readonly CountLineRecord[]
  readonly reservations: readonly ReservationRecord[]
  readonly packs: readonly PackRecord[]
  readonly changes: readonly ChangeRecord[]
  /** The catalog's. */
  readonly items: readonly ItemRecord[]
}

export async function readBooks(mongoUri: string, system: string): Promise<Books> {
  const connection = await mongoose.createConnection(mongoUri, { dbName: `${system}-inventory` }).asPromise()
  const all = async (name: string, service = 'inventory') =>
    connection.useDb(`${system}-${service}`).collection(name).find().toArray()
  try {
    // The models have written these documents.
    return {
      ledger: (await all('ledger')) as unknown as LedgerRecord[],
      lots: (await all('lots')) as unknown as LotRecord[],
      levels: (await all('levels')) as unknown as LevelRecord[],
      purchaseOrders: (await all('purchaseOrders')) as unknown as PurchaseOrderRecord[],
      purchaseLines: (await all('purchaseOrderLines')) as unknown as PurchaseLineRecord[],
      shippingOrders: (await all('shippingOrders')) as unknown as ShippingOrderRecord[],
      shippingLines: (await all('shippingOrderLines')) as unknown as ShippingLineRecord[],
      workOrders: (await all('workOrders')) as unknown as WorkOrderRecord[],
      workLines: (await all('workOrderLines')) as unknown as WorkLineRecord[],
      transits: (await all('transits')) as unknown as TransitRecord[],
      transitLines: (await all('transitLines')) as unknown as TransitLineRecord[],
      counts: (await all('counts')) as unknown as CountRecord[],
      countLines: (await all('countLines')) as unknown as CountLineRecord[],
      reservations: (await all('reservations')) as unknown as ReservationRecord[],
      packs: (await all('packs')) as unknown as PackRecord[],
      changes: (await all('changes', 'notifications')) as unknown as ChangeRecord[],
      items: (await all('items', 'catalog')) as unknown as ItemRecord[],
    }
  } finally {
    await connection.close()
  }
}

interface Unrecorded {
  readonly events: number
  readonly ends: number
}

/** Counts the events in the outboxes, and the reservations whose end is not recorded. */
export async function countUnrecorded(mongoUri: string, system: string): Promise<Unrecorded> {
  const connection = await mongoose.createConnection(mongoUri).asPromise()
  const countOf = (service: string, collection: string, filter = {}) =>
    connection.useDb(`${system}-${service}`).collection(collection).countDocuments(filter)
  try {
    return {
      events: (await countOf('catalog', 'outbox')) + (await countOf('inventory', 'outbox')),
      ends: await countOf('inventory', 'reservations', { state: 'Active', expires: { $ne: null, $lte: new Date() } }),
    }
  } finally {
    await connection.close()
  }
}

/** A quantity in millionths, so that sums are exact. */
export function toMillionths(quantity: unknown): number {
  return Math.round(Number(String(quantity ?? 0)) * 1_000_000)
}
