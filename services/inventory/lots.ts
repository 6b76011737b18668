import { warehouseScope } from '../../shared/contract/access.ts'
import { AppError } from '../../shared/contract/errors.ts'
import type { Lot as LotAnswer } from '../../shared/contract/inventory.ts'
import { type PageQuery, pageWindow, requestedOrder, toPage } from '../../shared/contract/paging.ts'
import type { CallContext } from '../../shared/messaging/context.ts'
import type { Items } from './items.ts'
import type { LotRecord } from './lot.model.ts'
import type { Models } from './models.ts'
import { toNumber } from './quantity.ts'
import type { Registries } from './registries.ts'

/** Filters of the lot lists; all that are given must match. */
export interface LotFilters {
  readonly wid?: number
  readonly itemID?: string | undefined
  readonly spot?: string | undefined
  readonly serial?: string | undefined
  readonly rfidTag?: string | undefined
  readonly hold?: boolean | undefined
  readonly active?: boolean | undefined
  readonly jobid?: number | undefined
}

type LotPage = ReturnType<typeof toPage<LotAnswer>>

export interface Lots {
  /** A page of the caller's lots, newest first unless the query says otherwise. Throws 404 for an unknown warehouse. */
  list(query: PageQuery & LotFilters, context: CallContext): Promise<LotPage>
  /** Lots as they are answered, with the names of what they refer to. */
  describe(lots: readonly LotRecord[]): Promise<LotAnswer[]>
}

/** Where each field of a lot record is stored (spec 2.1); the others are looked up by what the lot refers to. */
const storedAs = {
  recNo: '_id',
  partNo: 'partNo',
  shortID: 'shortID',
  wID: 'wid',
  spot: 'spot',
  units: 'units',
  received: 'received',
  shipped: 'shipped',
  serial: 'serial',
  serial2: 'serial2',
  rFIDTag: 'rfidTag',
  remark: 'remark',
  hold: 'hold',
  jobID: 'jobid',
  active: 'active',
} as const

/** Fields that sort by a name kept elsewhere: the collections to look it up in, one after the other. */
const lookedUp = {
  description: [{ from: 'items', by: 'partNo', take: 'description' }],
  associate: [
    { from: 'items', by: 'partNo', take: 'dfltOwner' },
    { from: 'associates', by: 'sortKey', take: 'name' },
  ],
  warehouse: [{ from: 'warehouses', by: 'wid', take: 'name' }],
  jobName: [{ from: 'jobs', by: 'jobid', take: 'name' }],
} as const

type StoredField = keyof typeof storedAs
type LookedUpField = keyof typeof lookedUp
const sortable = [...Object.keys(storedAs), ...Object.keys(lookedUp)] as (StoredField | LookedUpField)[]

export function createLots(models: Models, items: Items, registries: Registries): Lots {
  const toFilter = async (query: PageQuery & LotFilters, context: CallContext) => {
    const { wid, itemID, modifiedSince, spot, serial, rfidTag, hold, active, jobid } = query
    const scope = warehouseScope(context.caller)
    const item = itemID === undefined ? undefined : await items.find(itemID, context)
    const given = { spot, serial, rfidTag, hold, active, jobid }
    return {
      ...(wid !== undefined ? { wid } : scope !== 'all' && { wid: { $in: [...scope] } }),
      ...(itemID !== undefined && { partNo: item?._id ?? -1 }),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
    }
  }

  const find = (filter: Record<string, unknown>, query: PageQuery): Promise<LotRecord[]> => {
    const { skip, pageSize } = pageWindow(query)
    const order = requestedOrder(query, sortable)
    if (order && isLookedUp(order.field)) {
      const sort = { $sort: { sortKey: order.direction, _id: order.direction } }
      return models.lots.aggregate([
        { $match: filter },
        ...lookups(order.field),
        sort,
        { $skip: skip },
        { $limit: pageSize },
      ])
    }
    const sort =
      order && !isLookedUp(order.field)
        ? ([[storedAs[order.field], order.direction]] as const)
        : ([['received', -1]] as const)
    const direction = order?.direction ?? -1
    return models.lots
      .find(filter)
      .sort([...sort.map(([field, by]): [string, 1 | -1] => [field, by]), ['_id', direction]])
      .skip(skip)
      .limit(pageSize)
      .lean()
  }

  const describe = async (lots: readonly LotRecord[]): Promise<LotAnswer[]> => {
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

  return {
    async list(query, context) {
      if (query.wid !== undefined) await requireWarehouse(registries, query.wid)
      const filter = await toFilter(query, context)
      const totalCount = await models.lots.countDocuments(filter)
      const found = pageWindow(query).skip < totalCount ? await find(filter, query) : []
      return toPage(await describe(found), totalCount, query)
    },
    describe,
  }
}

/** 404 for a warehouse in a path that is not registered (decision 11). */
export async function requireWarehouse({ warehouses }: Registries, wid: number): Promise<void> {
  if (!(await warehouses.find(wid))) throw new AppError('not_found', `Warehouse ${wid} does not exist.`)
}

const isLookedUp = (field: string): field is LookedUpField => Object.hasOwn(lookedUp, field)

function lookups(field: LookedUpField) {
  return lookedUp[field].flatMap(({ from, by, take }) => [
    { $lookup: { from, localField: by, foreignField: '_id', as: 'found' } },
    { $set: { sortKey: { $ifNull: [{ $arrayElemAt: [`$found.${take}`, 0] }, ''] } } },
  ])
}
