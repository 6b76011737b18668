import { z } from 'zod'
import { namedRecord } from '../core/fields.ts'
import {
  asOf,
  columns,
  money,
  oneOf,
  period,
  place,
  type ReportDeclaration,
  restrictions,
  units,
  unpricedUnits,
  value,
} from './declaration.ts'

const unitsOrNull = (description: string) =>
  z
    .number()
    .register(columns, { kind: 'quantity', isSummed: true })
    .nullable()
    .meta({ description: `${description}; null for a lot` })

export const stockValuation = {
  reportID: 15,
  reportName: 'Stock Valuation',
  reportType: 'stock',
  summary: 'What the stock of each item and warehouse is worth',
  parameters: z.object({
    asOf,
    ...restrictions,
    method: oneOf(
      ['lot', 'average', 'fifo'],
      'lot: each lot at its price. average: the moving average of the item and warehouse. fifo: what came ' +
        'last is what remains',
    ),
  }),
  row: namedRecord('StockValuationRow', 'Value of an item in a warehouse', {
    ...place,
    units: units('In stock, also on hold'),
    unitCost: z
      .number()
      .register(columns, { kind: 'money' })
      .nullable()
      .meta({ description: 'Value of a unit that has a price, rounded to 6 decimals; null if none has one' }),
    totalValue: money('Value of the units that have a price'),
    unpricedUnits,
  }),
} as const satisfies ReportDeclaration

/** Not listed: it belongs to 15. */
export const stockValueByDay = {
  reportID: 15,
  reportName: 'Stock Value by Day',
  reportType: 'stock',
  summary: 'What all stock was worth at the end of each day, by the prices of its lots',
  parameters: z.object({ ...period, ...restrictions }),
  row: namedRecord('StockValueRow', 'Value of the stock at the end of a day', {
    day: z.string().meta({ description: 'The day', format: 'date' }),
    totalValue: z.number().meta({ description: 'Value of the units that have a price, at its end' }),
    unpricedUnits: z.number().meta({ description: 'What has no price, and is in no value, in units' }),
  }),
} as const satisfies ReportDeclaration

export const inventoryActivity = {
  reportID: 22,
  reportName: 'Inventory Activity',
  reportType: 'stock',
  summary: 'How the stock of each item and warehouse came from its opening to its closing figure',
  parameters: z.object({ ...period, ...restrictions }),
  row: namedRecord('InventoryActivityRow', 'What changed the stock of an item in a warehouse', {
    ...place,
    opening: units('In stock when the first day began'),
    received: units('Received'),
    issued: units('Issued, other than packed units of shipping orders; 0 or negative'),
    movedIn: units('Moved in from other warehouses'),
    movedOut: units('Moved to other warehouses; 0 or negative'),
    shipped: units('Packed units of shipping orders that were shipped; 0 or negative'),
    transitIn: units('Accepted, rejected or brought back from transits'),
    transitOut: units('Shipped in transits; 0 or negative'),
    adjusted: units('Adjusted, up or down'),
    counted: units('Posted by counts, up or down'),
    reversed: units('Brought back or taken off by reversals'),
    closing: units('In stock when the last day ended: opening and all others together'),
  }),
} as const satisfies ReportDeclaration

export const onHandAsOf = {
  reportID: 1001,
  reportName: 'On Hand As Of',
  reportType: 'stock',
  summary: 'The stock of each item and warehouse, or of each lot, as it was at a moment',
  parameters: z.object({ asOf, ...restrictions, by: oneOf(['item', 'lot'], 'item, or lot for one row each lot') }),
  row: namedRecord('OnHandRow', 'Stock of an item or a lot in a warehouse', {
    ...place,
    recNo: z.int().nullable().meta({ description: 'Lot record number; null for an item' }),
    spot: z.string().nullable().meta({ description: 'Bin of the lot; null for an item' }),
    available: unitsOrNull('inStock - onHold - committed - packed'),
    inStock: units('Physically in the warehouse'),
    onOrder: unitsOrNull('On open purchase orders'),
    onHold: units('In stock but held'),
    committed: unitsOrNull('Allocated to shipping orders'),
    packed: unitsOrNull('Packed and awaiting shipment'),
    aSN: units('In transit to the warehouse'),
  }),
} as const satisfies ReportDeclaration

export const stockAgeing = {
  reportID: 1002,
  reportName: 'Ageing',
  reportType: 'stock',
  summary: 'How long ago the stock of each item and warehouse was first received, in days',
  parameters: z.object({ asOf, ...restrictions }),
  row: namedRecord('AgeingRow', 'Age of the stock of an item in a warehouse', {
    ...place,
    units: units('In stock'),
    units30: units('0 to 30 days old'),
    value30: value('0 to 30 days old'),
    units60: units('31 to 60 days old'),
    value60: value('31 to 60 days old'),
    units90: units('61 to 90 days old'),
    value90: value('61 to 90 days old'),
    units180: units('91 to 180 days old'),
    value180: value('91 to 180 days old'),
    units365: units('181 to 365 days old'),
    value365: value('181 to 365 days old'),
    unitsOver365: units('More than 365 days old'),
    valueOver365: value('More than 365 days old'),
    unpricedUnits,
  }),
} as const satisfies ReportDeclaration

export const stockExpiry = {
  reportID: 1004,
  reportName: 'Expiry',
  reportType: 'stock',
  summary: 'What of the stock of each item and warehouse has expired, and what will expire, in days',
  changesWithTime: true,
  parameters: z.object({ asOf, ...restrictions }),
  row: namedRecord('ExpiryRow', 'When the stock of an item in a warehouse expires', {
    ...place,
    units: units('In stock of lots that expire'),
    expiredUnits: units('Expired'),
    expiredValue: value('Expired'),
    units30: units('Expires today or within 30 days'),
    value30: value('Expires today or within 30 days'),
    units60: units('Expires in 31 to 60 days'),
    value60: value('Expires in 31 to 60 days'),
    units90: units('Expires in 61 to 90 days'),
    value90: value('Expires in 61 to 90 days'),
    units120: units('Expires in 91 to 120 days'),
    value120: value('Expires in 91 to 120 days'),
    units150: units('Expires in 121 to 150 days'),
    value150: value('Expires in 121 to 150 days'),
    units180: units('Expires in 151 to 180 days'),
    value180: value('Expires in 151 to 180 days'),
    unitsLater: units('Expires later'),
    valueLater: value('Expires later'),
    unpricedUnits,
  }),
} as const satisfies ReportDeclaration
