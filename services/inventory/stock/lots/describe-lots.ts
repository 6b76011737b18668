import type { LotDetails, Lot as LotResult } from '../../../../shared/contract/inventory/inventory.ts'
import { type StoredQuantity, toNumber } from '../../../../shared/quantity.ts'
import type { Items } from '../../masters/items.ts'
import type { Registries } from '../../masters/registries.ts'
import { showExpiry } from './expiry.ts'
import type { LotRecord } from './lot.model.ts'

/** Describes lots as they are returned (docs/interface.md#lot), with the names of what they refer to. */
export function createDescribeLots(
  items: Items,
  registries: Registries,
  namesOfCustomers: Registries['jobs']['namesOf'],
) {
  const findNames = async (lots: readonly LotRecord[]) => {
    const itemsByNo = await items.describeMany(lots.map(({ partNo }) => partNo))
    const warehouses = await registries.warehouses.namesOf(lots.map(({ wid }) => wid))
    const jobs = await registries.jobs.namesOf(lots.map(({ jobid }) => jobid))
    const associates = await namesOfCustomers([...itemsByNo.values()].map(({ dfltOwner }) => dfltOwner))
    return (lot: LotRecord): LotResult => {
      const item = itemsByNo.get(lot.partNo)
      return {
        recNo: lot._id,
        partNo: lot.partNo,
        shortID: item?.shortID ?? lot.shortID,
        description: item?.description ?? '',
        associate: associates.get(item?.dfltOwner ?? 0) ?? '',
        warehouse: warehouses.get(lot.wid) ?? '',
        wID: lot.wid,
        spot: lot.spot,
        units: toNumber(lot.units),
        received: lot.received.toISOString(),
        shipped: lot.shipped?.toISOString() ?? null,
        serial: lot.serial,
        serial2: lot.serial2,
        rFIDTag: lot.rfidTag,
        remark: lot.remark,
        hold: lot.hold,
        jobID: lot.jobid,
        jobName: jobs.get(lot.jobid) ?? null,
        active: lot.active,
      }
    }
  }
  const describe = async (lots: readonly LotRecord[]) => lots.map(await findNames(lots))
  /** With what their receipts said. */
  const withDetails = async (lots: readonly LotRecord[]): Promise<LotDetails[]> => {
    const toResult = await findNames(lots)
    return lots.map((lot) => ({ ...toResult(lot), ...toDetails(lot) }))
  }
  return Object.assign(describe, { withDetails })
}

export type DescribeLots = ReturnType<typeof createDescribeLots>

/** What the receipt did not say is null; 0 is stored for no line and no supplier. */
function toDetails(lot: LotRecord) {
  const { parent, reference, line, supplier, price, netWeight, grossWeight, transit } = lot
  const decimal = (value: StoredQuantity | null) => value && toNumber(value)
  return {
    fromRecNo: parent,
    reference,
    line: line || null,
    supplier: supplier || null,
    price: decimal(price),
    netWeight: decimal(netWeight),
    grossWeight: decimal(grossWeight),
    ...showExpiry(lot),
    transitSlip: transit || null,
  }
}
