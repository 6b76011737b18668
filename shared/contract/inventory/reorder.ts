import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { across, decimal, namedRecord, sixDecimals } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'
import { quantity } from '../documents/document-records.ts'
import { itemFilters, itemID, wid, widInQuery } from './fields.ts'

const MAX_LEAD_DAYS = 365

const levelKey = {
  partNo: z.int().meta({ description: 'Part number of the item' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
}
const leadDays = z.int().nullable().meta({ description: 'Days from an order to its receipt; null if not known' })
const settings = {
  minimum: quantity('Least position: available + onOrder + aSN'),
  reorderTo: quantity('Position that an order should reach'),
  leadDays,
}

export const ReorderPoint = namedRecord('ReorderPoint', 'When an item is reordered for a warehouse', {
  ...levelKey,
  ...settings,
})
export type ReorderPoint = z.output<typeof ReorderPoint>

const changed = {
  ...levelKey,
  minimum: settings.minimum.nullable(),
  reorderTo: settings.reorderTo.nullable(),
  leadDays,
}

export const ReorderSettings = namedRecord(
  'ReorderSettings',
  'The reorder settings of an item in a warehouse after a change; null if they were removed',
  changed,
)
export type ReorderSettings = z.output<typeof ReorderSettings>
export const BelowMinimum = namedRecord('BelowMinimum', 'A position that fell below its minimum', {
  ...levelKey,
  position: quantity('available + onOrder + aSN of the item in the warehouse, below the minimum'),
  ...settings,
})

const number = (what: string) => decimal().nullish().meta(sixDecimals(what))
const input = z
  .object({
    itemID: itemID(),
    wid: wid('Warehouse id'),
    minimum: number('Least position (available + onOrder + aSN); null or absent removes the settings'),
    reorderTo: number('Position that an order should reach, at least the minimum; required with a minimum'),
    leadDays: z
      .int('must be an integer.')
      .min(0, 'must be 0 or greater.')
      .max(MAX_LEAD_DAYS, `must be at most ${MAX_LEAD_DAYS}.`)
      .nullish()
      .meta({ description: 'Days from an order to its receipt' }),
  })
  .check(across(requireRange))
export type ReorderInput = z.output<typeof input>

/** Without a minimum the settings are removed: what is given beside one that was forgotten must not be lost. */
function requireRange({ value, issues }: z.core.ParsePayload<z.core.output<typeof input>>): void {
  const refuse = (field: keyof ReorderInput, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value[field] })
  const { minimum, reorderTo, leadDays } = value
  if (minimum === undefined && (typeof reorderTo === 'number' || typeof leadDays === 'number'))
    refuse('minimum', 'is required.')
  if (typeof minimum !== 'number') return
  if (reorderTo === undefined || reorderTo === null) refuse('reorderTo', 'is required.')
  else if (typeof reorderTo === 'number' && reorderTo < minimum) refuse('reorderTo', 'must be at least the minimum.')
}

/** When items are reordered (docs/decisions/stock.md#68). */
export const reorder = {
  listReorderPoints: {
    summary: "List the reorder settings in the client's warehouses, by item and warehouse",
    route: 'GET /Inventory/Reorder',
    command: 'reorder list',
    access: permissions.itemMasterList,
    effect: 'read',
    warehouses: ['wid'],
    ...pagesOf(ReorderPoint, { ...itemFilters, wid: widInQuery() }),
    messages: { not_found: ['Warehouse 4711 does not exist.'] },
    example: { page: 1, pageSize: 25 },
  },
  putReorderPoint: {
    summary: 'Set when an item is reordered for a warehouse, or that it is not',
    route: 'PUT /Inventory/Reorder',
    command: 'reorder set',
    access: permissions.modifyItemMaster,
    effect: 'write',
    warehouses: ['wid'],
    input,
    output: ReorderSettings.extend({
      status: z.enum(['updated', 'removed', 'unchanged']).meta({ description: 'What was done' }),
    }),
    example: { itemID: 'BOLT-M6-30', wid: 1, minimum: 100, reorderTo: 500, leadDays: 14 },
  },
} as const satisfies Record<string, Spec>
