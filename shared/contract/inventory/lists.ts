import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { flagText, id, integerText, optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery, pagesOf } from '../core/paging.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { bin, itemFilters, widInPath, widInQuery } from './fields.ts'
import { Lot, LotDetails, StockLevel } from './records/records.ts'

const lotFilters = {
  ...itemFilters,
  spot: bin('Bin'),
  serial: bin('Serial or lot number'),
  serial2: bin('Secondary serial or lot number'),
  rfidTag: bin('RFID tag'),
  supplier: optional(integerText(id().min(1, 'must be 1 or greater.'))).meta({
    description: 'Vendor or supplier id that the receipt named',
  }),
  hold: optional(flagText()).meta({ description: 'Only held, or only free lots' }),
  active: optional(flagText()).meta({ description: 'Only active, or only inactive lots' }),
  jobid: optional(integerText(id())).meta({ description: 'Job id' }),
  unchangedSince: optional(dayOrMoment('before')).meta({
    description: 'Only lots that nothing has changed since this day began, or since this moment',
  }),
}

const levelOptions = {
  search: optional(text(64)).meta({ description: "Words in the item's shortID or description" }),
  include: optional(z.enum(['item'], 'must be item.')).meta({
    description: 'item adds shortID and description to each level',
  }),
}

const readable = { access: permissions.itemMasterList, effect: 'read' } as const

const unknownWarehouse = {
  messages: { not_found: ['Warehouse 4711 does not exist.'] },
  warehouses: ['wid'],
} as const

/** Lists of the current lots and levels. */
export const lists = {
  listLots: {
    summary: "List the lots of the client's warehouses, most recent first",
    route: 'GET /Inventory',
    command: 'stock list',
    ...readable,
    ...unknownWarehouse,
    ...pagesOf(Lot, { ...lotFilters, wid: widInQuery() }),
    example: { page: 1, pageSize: 25 },
  },
  listExpiringLots: {
    summary: 'List the lots in stock that expire, first to expire first; held and expired ones too',
    route: 'GET /Inventory/Expiring',
    command: 'lot expiring',
    ...readable,
    ...unknownWarehouse,
    ...pagesOf(LotDetails, {
      ...itemFilters,
      wid: widInQuery(),
      from: optional(dayOrMoment('goodOn')).meta({
        description: 'Only lots that are good on this day or later, or that expire at this moment or later',
      }),
      before: optional(dayOrMoment('goodBefore', 'from')).meta({
        description: 'Only lots that are no longer good when this day begins, or that expire before this moment',
      }),
    }),
    example: { before: '2031-01-31', wid: 1 },
  },
  listStockLevels: {
    summary: "List stock levels over the client's warehouses, one per item",
    route: 'GET /Inventory/StockLevels',
    command: 'stock levels',
    ...readable,
    ...unknownWarehouse,
    ...pagesOf(StockLevel, { ...itemFilters, ...levelOptions, wid: widInQuery() }),
    example: { page: 1, pageSize: 25 },
  },
  listWarehouseStockLevels: {
    summary: 'List stock levels of one warehouse',
    route: 'GET /Inventory/StockLevels/:wid',
    ...readable,
    ...unknownWarehouse,
    paged: true,
    input: z.object({ wid: widInPath(), ...pageQuery(), ...itemFilters, ...levelOptions }),
    output: pageOf(StockLevel),
    example: { wid: 1 },
  },
  listWarehouseLots: {
    summary: 'List the lots of one warehouse, most recent first',
    route: 'GET /Inventory/:wid',
    ...readable,
    ...unknownWarehouse,
    paged: true,
    input: z.object({ wid: widInPath(), ...pageQuery(), ...lotFilters }),
    output: pageOf(Lot),
    example: { wid: 1 },
  },
} as const satisfies Record<string, Spec>
