import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { flagText, id, integerText, optional } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { bin, widInPath } from './fields.ts'
import { Lot, StockLevel } from './records.ts'

const lotFilters = {
  itemID: bin('ShortID or alias of an item'),
  spot: bin('Bin'),
  serial: bin('Serial or lot number'),
  rfidTag: bin('RFID tag'),
  hold: optional(flagText()).meta({ description: 'Only held, or only free lots' }),
  active: optional(flagText()).meta({ description: 'Only active, or only inactive lots' }),
  jobid: optional(integerText(id())).meta({ description: 'Job id' }),
}

const readable = { access: permissions.itemMasterList, effect: 'read', errors: [] } as const

/** Lists of the current lots and levels. */
export const lists = {
  listLots: {
    summary: "List the lots of the client's warehouses, most recent first",
    route: 'GET /Inventory',
    command: 'stock list',
    ...readable,
    paged: true,
    input: z.object({ ...pageQuery(), ...lotFilters }),
    output: pageOf(Lot),
    example: { page: 1, pageSize: 25 },
  },
  listStockLevels: {
    summary: "List stock levels over the client's warehouses, one per item",
    route: 'GET /Inventory/StockLevels',
    command: 'stock levels',
    ...readable,
    paged: true,
    input: z.object(pageQuery()),
    output: pageOf(StockLevel),
    example: { page: 1, pageSize: 25 },
  },
  listWarehouseStockLevels: {
    summary: 'List stock levels of one warehouse',
    route: 'GET /Inventory/StockLevels/:wid',
    ...readable,
    errors: ['not_found'],
    messages: { not_found: ['Warehouse 4711 does not exist.'] },
    paged: true,
    warehouses: ['wid'],
    input: z.object({ wid: widInPath(), ...pageQuery() }),
    output: pageOf(StockLevel),
    example: { wid: 1 },
  },
  listWarehouseLots: {
    summary: 'List the lots of one warehouse, most recent first',
    route: 'GET /Inventory/:wid',
    ...readable,
    errors: ['not_found'],
    messages: { not_found: ['Warehouse 4711 does not exist.'] },
    paged: true,
    warehouses: ['wid'],
    input: z.object({ wid: widInPath(), ...pageQuery(), ...lotFilters }),
    output: pageOf(Lot),
    example: { wid: 1 },
  },
} as const satisfies Record<string, Spec>
