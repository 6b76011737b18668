import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { flagText, id, integerText, optional } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { bin, itemFilters, widInPath, widInQuery } from './fields.ts'
import { Lot, StockLevel } from './records.ts'

const lotFilters = {
  ...itemFilters,
  spot: bin('Bin'),
  serial: bin('Serial or lot number'),
  rfidTag: bin('RFID tag'),
  hold: optional(flagText()).meta({ description: 'Only held, or only free lots' }),
  active: optional(flagText()).meta({ description: 'Only active, or only inactive lots' }),
  jobid: optional(integerText(id())).meta({ description: 'Job id' }),
}

const readable = { access: permissions.itemMasterList, effect: 'read' } as const

const unknownWarehouse = {
  errors: ['not_found'],
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
    paged: true,
    input: z.object({ ...pageQuery(), ...lotFilters, wid: widInQuery() }),
    output: pageOf(Lot),
    example: { page: 1, pageSize: 25 },
  },
  listStockLevels: {
    summary: "List stock levels over the client's warehouses, one per item",
    route: 'GET /Inventory/StockLevels',
    command: 'stock levels',
    ...readable,
    ...unknownWarehouse,
    paged: true,
    input: z.object({ ...pageQuery(), ...itemFilters, wid: widInQuery() }),
    output: pageOf(StockLevel),
    example: { page: 1, pageSize: 25 },
  },
  listWarehouseStockLevels: {
    summary: 'List stock levels of one warehouse',
    route: 'GET /Inventory/StockLevels/:wid',
    ...readable,
    ...unknownWarehouse,
    paged: true,
    input: z.object({ wid: widInPath(), ...pageQuery(), ...itemFilters }),
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
