import { z } from 'zod'
import { permissions } from './access.ts'
import {
  dateTime,
  dayOrMoment,
  decimal,
  flagText,
  id,
  integerText,
  optional,
  requiredText,
  text,
  units,
} from './fields.ts'
import { defineService } from './operation.ts'
import { pageOf, pageQuery } from './paging.ts'

/** A receive record (spec 2.1). */
export const Lot = z
  .object({
    recNo: z.int().meta({ description: 'Unique lot record number' }),
    partNo: z.int(),
    shortID: z.string(),
    description: z.string().meta({ description: "The item's description" }),
    associate: z.string().meta({ description: 'Owner name; blank is own stock' }),
    warehouse: z.string().meta({ description: 'Warehouse name' }),
    wID: z.int().meta({ description: 'Warehouse id' }),
    spot: z.string().meta({ description: 'Bin within the warehouse' }),
    units: z.number().meta({ description: "Quantity in the item's unit of measure" }),
    received: z.string().meta({ format: 'date-time' }),
    shipped: z.string().nullable().meta({ description: 'null while in stock', format: 'date-time' }),
    serial: z.string(),
    serial2: z.string().nullable(),
    rFIDTag: z.string().nullable(),
    remark: z.string(),
    hold: z.boolean(),
    jobID: z.int().meta({ description: '0 when none' }),
    jobName: z.string().nullable(),
    active: z.boolean(),
  })
  .meta({ id: 'Lot' })
export type Lot = z.output<typeof Lot>

/** Stock of one item over the warehouses asked for (spec 2.2). */
export const StockLevel = z
  .object({
    partNo: z.int(),
    available: z.number().meta({ description: 'inStock - onHold - committed - packed' }),
    inStock: z.number().meta({ description: 'Physically in the warehouse' }),
    onOrder: z.number().meta({ description: 'On open purchase orders' }),
    onHold: z.number().meta({ description: 'In stock but held' }),
    committed: z.number().meta({ description: 'Allocated to shipping orders' }),
    packed: z.number().meta({ description: 'Packed and awaiting shipment' }),
    aSN: z.number().meta({ description: 'In transit (advance ship notice)' }),
  })
  .meta({ id: 'StockLevel' })
export type StockLevel = z.output<typeof StockLevel>

const Warehouse = z.object({ wID: z.int(), name: z.string() }).meta({ id: 'Warehouse' })
const direction = () => z.enum(['in', 'out'], 'must be in or out.')
const ReasonCode = z
  .object({ code: z.int(), name: z.string(), direction: direction() })
  .meta({ id: 'ReasonCode', description: 'in for Receive, out for Issue' })
const Named = z.object({ id: z.int(), name: z.string() })

const itemID = () => requiredText(64).meta({ description: 'ShortID or alias of an item' })
const wid = (description: string) => id().meta({ description })
const widInPath = () => integerText(id()).meta({ description: 'Warehouse id' })
const bin = (description: string) => optional(text(64)).meta({ description })
const name = () => requiredText(64).meta({ description: 'Name' })

const lotSelection = {
  serial: bin('Serial or lot number'),
  serial2: bin('Secondary serial'),
  rfidTag: bin('RFID tag'),
}

const lotFilters = {
  itemID: bin('ShortID or alias of an item'),
  spot: bin('Bin'),
  serial: bin('Serial or lot number'),
  rfidTag: bin('RFID tag'),
  hold: optional(flagText()).meta({ description: 'Only held, or only free lots' }),
  active: optional(flagText()).meta({ description: 'Only active, or only inactive lots' }),
  jobid: optional(integerText(id())).meta({ description: 'Job id' }),
}

const receiveInput = z.object({
  itemID: itemID(),
  units: units().meta({ description: "Quantity in the item's unit of measure" }),
  wid: wid('Destination warehouse'),
  reasonCode: id().meta({ description: 'Reason code of direction in' }),
  spot: bin('Bin'),
  ...lotSelection,
  reference: bin('External reference, such as a purchase order'),
  remark: optional(text(255)),
  netWeight: optional(decimal()),
  grossWeight: optional(decimal()),
  price: optional(decimal()).meta({ description: 'Unit cost' }),
  expires: optional(dateTime()).meta({ description: 'Expiration date' }),
  supplier: optional(id()),
  line: optional(id()).meta({ description: 'Purchase order line' }),
  jobid: optional(id()),
})

const moveInput = z
  .object({
    itemID: itemID(),
    units: units().meta({ description: 'Quantity to move' }),
    wid: wid('Source warehouse'),
    fromSpot: bin('Source bin'),
    toSpot: bin('Destination bin; required unless shipToWid is given'),
    shipToWid: optional(id()).meta({ description: 'Destination warehouse, for a move between warehouses' }),
    transitSlip: bin('Transit slip reference'),
    ...lotSelection,
    reference: bin('External reference'),
    recno: optional(id()).meta({ description: 'The lot to move' }),
    received: optional(dayOrMoment()).meta({ description: 'Only lots received on this day or at this moment' }),
  })
  .check((context) => {
    const { wid, fromSpot, toSpot, shipToWid } = context.value
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: 'custom', path: [field], message, input: context.value })
    if (toSpot === undefined && shipToWid === undefined) refuse('toSpot', 'is required.')
    else if ((shipToWid ?? wid) === wid && toSpot === fromSpot) refuse('toSpot', 'must differ from where the stock is.')
  })

const issueInput = z.object({
  itemID: itemID(),
  units: units().meta({ description: 'Quantity to issue' }),
  wid: wid('Source warehouse'),
  reasonCode: id().meta({ description: 'Reason code of direction out' }),
  spot: bin('Bin to issue from'),
  ...lotSelection,
  reference: bin('External reference, such as a shipping order'),
  remark: optional(text(255)),
  netWeight: optional(decimal()),
  shipto: optional(id()).meta({ description: 'Ship-to customer' }),
  prodID: bin('Production or assembly id'),
  recno: optional(id()).meta({ description: 'The lot to issue from' }),
  line: optional(id()).meta({ description: 'Order line' }),
})

export type ReceiveInput = z.output<typeof receiveInput>
export type MoveInput = z.output<typeof moveInput>
export type IssueInput = z.output<typeof issueInput>

const Received = z.object({
  recNo: z.int(),
  transactionNo: z.int(),
  partNo: z.int(),
  shortID: z.string(),
  wid: z.int(),
  spot: z.string(),
  units: z.number(),
  status: z.literal('received'),
})
const Moved = z.object({
  recNo: z.int(),
  transactionNo: z.int(),
  partNo: z.int(),
  shortID: z.string(),
  units: z.number(),
  wid: z.int(),
  shipToWid: z.int(),
  fromSpot: z.string(),
  toSpot: z.string(),
  transitSlip: z.string(),
  lots: z.array(z.object({ recNo: z.int(), fromRecNo: z.int(), units: z.number() })),
  status: z.literal('moved'),
})
const Issued = z.object({
  recNo: z.int(),
  transactionNo: z.int(),
  partNo: z.int(),
  shortID: z.string(),
  wid: z.int(),
  units: z.number(),
  lots: z.array(z.object({ recNo: z.int(), units: z.number(), remaining: z.number() })),
  status: z.literal('issued'),
})
export type Received = z.output<typeof Received>
export type Moved = z.output<typeof Moved>
export type Issued = z.output<typeof Issued>

const orderKinds = ['onOrder', 'aSN', 'committed', 'packed'] as const
const OrderLine = z.object({
  kind: z.enum(orderKinds),
  reference: z.string(),
  line: z.int(),
  itemID: z.string(),
  wid: z.int(),
  units: z.number(),
})

const Difference = z.object({ what: z.string(), expected: z.string(), found: z.string() })
const Reconciliation = z.object({
  lots: z.int(),
  levels: z.int(),
  transactions: z.int(),
  differences: z.array(Difference),
})

const { itemMasterList, locateMoveUnits, negativeAdjustment, positiveAdjustment } = permissions
const readable = { access: itemMasterList, effect: 'read', errors: [] } as const
const maintained = { access: 'operator', effect: 'write', errors: ['conflict'] } as const

/** Lots, levels and what changes them. */
export const inventory = defineService('inventory', {
  listLots: {
    summary: "List the lots of the client's warehouses, most recent first",
    route: 'GET /Inventory',
    ...readable,
    paged: true,
    input: z.object({ ...pageQuery, ...lotFilters }),
    output: pageOf(Lot),
    example: { page: 1, pageSize: 25 },
  },
  listStockLevels: {
    summary: "Stock levels over the client's warehouses, one per item",
    route: 'GET /Inventory/StockLevels',
    ...readable,
    paged: true,
    input: z.object(pageQuery),
    output: pageOf(StockLevel),
    example: { page: 1, pageSize: 25 },
  },
  listWarehouseStockLevels: {
    summary: 'Stock levels of one warehouse',
    route: 'GET /Inventory/StockLevels/:wid',
    ...readable,
    errors: ['not_found'],
    paged: true,
    warehouses: ['wid'],
    input: z.object({ wid: widInPath(), ...pageQuery }),
    output: pageOf(StockLevel),
    example: { wid: 1 },
  },
  listWarehouseLots: {
    summary: 'List the lots of one warehouse, most recent first',
    route: 'GET /Inventory/:wid',
    ...readable,
    errors: ['not_found'],
    paged: true,
    warehouses: ['wid'],
    input: z.object({ wid: widInPath(), ...pageQuery, ...lotFilters }),
    output: pageOf(Lot),
    example: { wid: 1 },
  },
  receive: {
    summary: 'Receive stock as a new lot',
    route: 'POST /Inventory/Receive',
    access: positiveAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    input: receiveInput,
    output: Received,
    errors: ['conflict'],
    status: 201,
    example: { itemID: 'BOLT-M6-30', units: 250, wid: 1, reasonCode: 10, spot: 'A-01-1', reference: 'PO-1001' },
  },
  move: {
    summary: 'Move stock to another bin or warehouse',
    route: 'POST /Inventory/Move',
    access: locateMoveUnits,
    effect: 'write',
    warehouses: ['wid', 'shipToWid'],
    input: moveInput,
    output: Moved,
    errors: ['conflict'],
    example: { itemID: 'BOLT-M6-30', units: 10, wid: 1, toSpot: 'B-02-4' },
  },
  issue: {
    summary: 'Issue stock, first to expire first',
    route: 'POST /Inventory/Issue',
    access: negativeAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    input: issueInput,
    output: Issued,
    errors: ['conflict'],
    example: { itemID: 'BOLT-M6-30', units: 5, wid: 1, reasonCode: 20 },
  },
  listWarehouses: {
    summary: "List the client's warehouses",
    route: 'GET /Warehouse',
    command: 'warehouse list',
    ...readable,
    paged: true,
    input: z.object(pageQuery),
    output: pageOf(Warehouse),
    example: {},
  },
  listReasonCodes: {
    summary: 'List the reason codes',
    route: 'GET /ReasonCode',
    command: 'reason list',
    ...readable,
    paged: true,
    input: z.object(pageQuery),
    output: pageOf(ReasonCode),
    example: {},
  },
  createWarehouse: {
    summary: 'Register a warehouse',
    command: 'warehouse create',
    ...maintained,
    input: z.object({ wid: id().meta({ description: 'Warehouse id' }), name: name() }),
    output: Warehouse,
  },
  createReasonCode: {
    summary: 'Register a reason code',
    command: 'reason create',
    ...maintained,
    input: z.object({
      code: id().meta({ description: 'Reason code' }),
      direction: direction().meta({ description: 'in for Receive, out for Issue' }),
      name: name(),
    }),
    output: ReasonCode,
  },
  createAssociate: {
    summary: 'Register an associate, who can own items',
    command: 'associate create',
    ...maintained,
    input: z.object({ id: id().meta({ description: 'Associate id' }), name: name() }),
    output: Named,
  },
  listAssociates: {
    summary: 'List the associates',
    command: 'associate list',
    access: 'operator',
    effect: 'read',
    paged: true,
    input: z.object(pageQuery),
    output: pageOf(Named),
    errors: [],
  },
  createJob: {
    summary: 'Register a job',
    command: 'job create',
    ...maintained,
    input: z.object({ id: id().meta({ description: 'Job id' }), name: name() }),
    output: Named,
  },
  listJobs: {
    summary: 'List the jobs',
    command: 'job list',
    access: 'operator',
    effect: 'read',
    paged: true,
    input: z.object(pageQuery),
    output: pageOf(Named),
    errors: [],
  },
  putOrderLine: {
    summary: 'Tell what an order line still wants: onOrder, aSN, committed or packed units',
    command: 'order put',
    access: 'operator',
    effect: 'write',
    input: z.object({
      kind: z
        .enum(orderKinds, `must be one of ${orderKinds.join(', ')}.`)
        .meta({ description: 'Which level it counts in' }),
      reference: requiredText(64).meta({ description: 'Order reference' }),
      line: id().meta({ description: 'Order line' }),
      itemID: itemID(),
      wid: id().meta({ description: 'Warehouse id' }),
      units: decimal().meta({ description: 'Units still open; 0 closes the line' }),
    }),
    output: OrderLine,
    errors: [],
  },
  reconcile: {
    summary: 'Prove lots = levels = ledger',
    command: 'reconcile',
    access: 'operator',
    effect: 'read',
    timeoutMs: 600_000,
    input: z.object({}),
    output: Reconciliation,
    errors: [],
  },
})
