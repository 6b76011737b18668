import { z } from 'zod'
import { namedRecord } from '../../core/fields.ts'

const moment = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })

/** When a lot expires, as responses say it (docs/decisions/dates.md#87). */
export const lotExpiry = {
  expires: moment(
    'When it expires, in UTC: midnight of the last day on which it is good, or the moment from which it has expired, ' +
      'as it was given; null if never',
  ),
  goodUntil: moment(
    'The moment from which it has expired, in UTC: of a day its end in the time zone of the warehouse; null if never',
  ),
}

const nullable = <T extends z.ZodType>(field: T, description: string) => field.nullable().meta({ description })

/** A lot: what one receipt brought (docs/interface.md#lot). */
export const Lot = namedRecord('Lot', 'A receive record', {
  recNo: z.int().meta({ description: 'Unique lot record number' }),
  partNo: z.int().meta({ description: 'Item part number' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  description: z.string().meta({ description: "The item's description" }),
  associate: z.string().meta({ description: 'Owner name; blank is own stock' }),
  warehouse: z.string().meta({ description: 'Warehouse name' }),
  wID: z.int().meta({ description: 'Warehouse id' }),
  spot: z.string().meta({ description: 'Bin within the warehouse' }),
  units: z.number().meta({ description: "Quantity in the item's unit of measure" }),
  received: z.string().meta({ description: 'When it was received, in UTC', format: 'date-time' }),
  shipped: z
    .string()
    .nullable()
    .meta({ description: 'When it was shipped, in UTC; null while in stock', format: 'date-time' }),
  serial: z.string().meta({ description: 'Serial or lot number' }),
  serial2: z.string().nullable().meta({ description: 'Secondary serial number' }),
  rFIDTag: z.string().nullable().meta({ description: 'RFID tag value' }),
  remark: z.string().meta({ description: 'Notes' }),
  hold: z.boolean().meta({ description: 'Whether the lot is on hold' }),
  jobID: z.int().meta({ description: 'Job id; 0 when none' }),
  jobName: z.string().nullable().meta({ description: 'Job name; null when none' }),
  active: z.boolean().meta({ description: 'Whether the lot is active' }),
})
export type Lot = z.output<typeof Lot>

/** A lot with what its receipt said beyond the specified record; a part of a lot has what the whole had. */
export const LotDetails = Lot.extend({
  fromRecNo: nullable(z.int(), 'The lot it was split from'),
  reference: z.string().meta({ description: 'External reference of the receipt' }),
  line: nullable(z.int(), 'Order line of the receipt'),
  supplier: nullable(z.int(), 'Vendor or supplier id'),
  price: nullable(z.number(), 'Unit cost'),
  netWeight: nullable(z.number(), 'Net weight of what was received'),
  grossWeight: nullable(z.number(), 'Gross weight of what was received'),
  ...lotExpiry,
  transitSlip: nullable(z.string(), 'The transit that it is in, on its way to the warehouse; null if it is in none'),
}).meta({ id: 'LotDetails', description: 'A lot with what its receipt said' })
export type LotDetails = z.output<typeof LotDetails>

/** Stock of one item over the requested warehouses (docs/interface.md#stock-level). */
export const StockLevel = namedRecord('StockLevel', "Stock of one item, in the item's unit of measure", {
  partNo: z.int().meta({ description: 'Item part number' }),
  available: z.number().meta({ description: 'inStock - onHold - committed - packed' }),
  inStock: z.number().meta({ description: 'Physically in the warehouse' }),
  onOrder: z.number().meta({ description: 'On open purchase orders' }),
  onHold: z.number().meta({ description: 'In stock but held' }),
  committed: z.number().meta({ description: 'Allocated to shipping orders' }),
  packed: z.number().meta({ description: 'Packed and awaiting shipment' }),
  aSN: z.number().meta({ description: 'In transit (advance ship notice)' }),
  shortID: z.string().optional().meta({ description: 'Item SKU, with `include=item`' }),
  description: z.string().optional().meta({ description: "The item's description, with `include=item`" }),
})
export type StockLevel = z.output<typeof StockLevel>

export const actor = () =>
  z
    .string()
    .optional()
    .meta({
      description:
        'Name of the person for whom the client sent the request: as an identity provider has verified it, or as the ' +
        'client named it (X-Actor); absent if it named none',
    })
/** Absent from records of earlier versions, and from all whose actor nobody has verified. */
export const actorVerified = () =>
  z
    .literal(true)
    .optional()
    .meta({ description: 'An identity provider has verified the actor; absent if the client only named it' })
const at = () => z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' })

/** Change of one lot by a transaction, done or of a dry run. */
export const LotStep = namedRecord('LotStep', 'Change of one lot by a transaction', {
  recNo: z.int().nullable().meta({ description: 'Record number of the lot; null if a preview would create it' }),
  fromRecNo: z.int().nullable().meta({ description: 'The lot it was split from' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
  spot: z.string().meta({ description: 'Bin' }),
  fromWid: z.int().optional().meta({
    description:
      'In a preview, the warehouse that the lot would leave as a whole; absent if it would stay where it is, or be split',
  }),
  fromSpot: z.string().optional().meta({ description: 'The bin that it would leave; given with fromWid' }),
  hold: z.boolean().meta({ description: 'Whether the lot is on hold' }),
  inTransit: z.literal(true).optional().meta({
    description:
      'The lot is on its way to the warehouse: its units count in aSN there, not in inStock; absent if it is in stock',
  }),
  unitsBefore: z.number().meta({ description: "Quantity before, in the item's unit of measure" }),
  unitsAfter: z.number().meta({ description: "Quantity after, in the item's unit of measure" }),
  version: z
    .int()
    .optional()
    .meta({
      description:
        'Orders the changes of a lot: the change with the highest version is its present state. Transaction numbers and ' +
        'the sequence of the feed do not order them; absent from changes of version 1.2.0 and before',
    }),
})
export type LotStep = z.output<typeof LotStep>

export const transactionTypes = [
  'receive',
  'move',
  'issue',
  'hold',
  'release',
  'reverse',
  'order',
  'reserve',
  'unreserve',
  'expire',
  'pack',
  'unpack',
  'amend',
  'ship',
  'accept',
  'reject',
  'return',
  'lose',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The figures of a level that are kept; `available` follows from them. */
export const levelFigures = ['inStock', 'onHold', 'onOrder', 'committed', 'packed', 'aSN'] as const
export type LevelFigure = (typeof levelFigures)[number]

/** A change of one figure of a level. */
const LevelChange = namedRecord('LevelChange', 'A change of one figure of a stock level', {
  wid: z.int().meta({ description: 'Warehouse id' }),
  figure: z.enum(levelFigures).meta({ description: 'The figure of the level' }),
  units: z.number().meta({ description: "What to add to the figure, in the item's unit of measure" }),
})

/** What a request says beyond the stock change; null where it said nothing. */
export const RequestDetails = z.object({
  line: nullable(z.int(), 'Order line'),
  supplier: nullable(z.int(), 'Vendor or supplier id of a receipt'),
  price: nullable(z.number(), 'Unit cost of a receipt'),
  expires: nullable(z.string(), 'Expiration date of a receipt, in UTC; a day is midnight of it'),
  netWeight: nullable(z.number(), 'Net weight'),
  grossWeight: nullable(z.number(), 'Gross weight of a receipt'),
  shipto: nullable(z.int(), 'Ship-to customer of an issue'),
  prodID: nullable(z.string(), 'Production or assembly id of an issue or a receipt'),
  transitSlip: nullable(z.string(), 'Transit slip of a move'),
  // Entries in the feed of before this field do not have it.
  countNo: nullable(z.string(), 'The count that posted it').default(null),
})
export type RequestDetails = z.output<typeof RequestDetails>

const amendedValue = (description: string) => z.union([z.string(), z.number()]).nullable().meta({ description })

/** A field of a lot before and after it was amended. */
export const Amendment = namedRecord('Amendment', 'A field of a lot that was amended', {
  field: z.string().meta({ description: 'Name of the field' }),
  before: amendedValue('The value before; null for none'),
  after: amendedValue('The value after; null for none'),
})
export type Amendment = z.output<typeof Amendment>

/** An entry of the append-only ledger. */
export const Transaction = namedRecord('Transaction', 'An entry of the ledger', {
  transactionNo: z.int().meta({ description: 'Ascending number of the transaction' }),
  type: z.enum(transactionTypes).meta({ description: 'Type of the transaction' }),
  at: at(),
  clientId: z.string().meta({ description: 'Id of the client that sent the request' }),
  actor: actor(),
  actorVerified: actorVerified(),
  reasonCode: z.int().nullable().meta({ description: 'Reason code; null when none' }),
  reference: z.string().meta({ description: 'External reference' }),
  remark: z.string().meta({ description: 'Notes' }),
  requestId: z.string().meta({ description: 'X-Request-Id of the request' }),
  itemID: z.string().meta({ description: "The item's ShortID" }),
  partNo: z.int().meta({ description: 'Item part number' }),
  units: z.number().meta({ description: "Quantity in the item's unit of measure" }),
  wid: z.int().meta({ description: 'Warehouse id' }),
  spot: z.string().meta({ description: 'Bin' }),
  shipToWid: z.int().nullable().meta({ description: 'Destination warehouse of a move' }),
  toSpot: z.string().nullable().meta({ description: 'Destination bin of a move' }),
  ...RequestDetails.shape,
  imported: z
    .literal(true)
    .optional()
    .meta({ description: 'Entered later, as another system had recorded it; absent if it was not' }),
  reverses: z.int().nullable().meta({ description: 'The transaction that this one reversed' }),
  reversedBy: z.int().optional().meta({
    description: 'The transaction that reversed this one, in lists and traces; absent if there is none',
  }),
  amended: z.array(Amendment).optional().meta({ description: 'What was amended of the lot; absent for other types' }),
  levels: z.array(LevelChange).meta({ description: 'Every figure of a level that was changed' }),
  lots: z.array(LotStep).meta({ description: 'Every lot that was changed' }),
})
export type Transaction = z.output<typeof Transaction>
