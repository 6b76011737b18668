import type { Lot as LotAnswer } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../shared/database/quantity.ts'
import type { Items } from '../items/items.ts'
import type { Registries } from '../registries/registries.ts'
import type { LotRecord } from './lot.model.ts'

/** Lots as they are answered (docs/interface.md#lot), with the names of what they refer to. */
export type DescribeLots = (lots: readonly LotRecord[]) => Promise<LotAnswer[]>

export function createDescribeLots(items: Items, registries: Registries): DescribeLots {
  return async (lots) => {
    const itemsByNo = await items.findMany(lots.map(({ partNo }) => partNo))
    const warehouses = await registries.warehouses.namesOf(lots.map(({ wid }) => wid))
    const jobs = await registries.jobs.namesOf(lots.map(({ jobid }) => jobid))
    const associates = await registries.associates.namesOf([...itemsByNo.values()].map(({ dfltOwner }) => dfltOwner))
    return lots.map((lot) => {
      const item = itemsByNo.get(lot.partNo)
      return {
        recNo: lot._id,
        partNo: lot.partNo,
        shortID: lot.shortID,
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
    })
  }
}
