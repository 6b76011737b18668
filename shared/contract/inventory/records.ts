import { z } from 'zod'

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

const at = () => z.string().meta({ format: 'date-time' })

/** What a transaction did, or would do, to one lot. */
export const LotStep = z
  .object({
    recNo: z.int().nullable().meta({ description: 'null for a lot that would be made' }),
    fromRecNo: z.int().nullable().meta({ description: 'The lot it was split from' }),
    wid: z.int(),
    spot: z.string(),
    hold: z.boolean(),
    unitsBefore: z.number(),
    unitsAfter: z.number(),
  })
  .meta({ id: 'LotStep' })
export type LotStep = z.output<typeof LotStep>

export const transactionTypes = ['receive', 'move', 'issue', 'hold', 'release', 'reverse'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** An entry of the append-only ledger. */
export const Transaction = z
  .object({
    transactionNo: z.int(),
    type: z.enum(transactionTypes),
    at: at(),
    clientId: z.string(),
    reasonCode: z.int().nullable(),
    reference: z.string(),
    remark: z.string(),
    requestId: z.string(),
    itemID: z.string().meta({ description: "The item's ShortID" }),
    partNo: z.int(),
    units: z.number(),
    wid: z.int(),
    spot: z.string(),
    shipToWid: z.int().nullable(),
    toSpot: z.string().nullable(),
    reverses: z.int().nullable().meta({ description: 'The transaction that this one took back' }),
    lots: z.array(LotStep),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.output<typeof Transaction>
