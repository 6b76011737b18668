import { z } from 'zod'
import { permissions, serviceRead } from '../core/access.ts'
import { id, integerText, listOf, longInteger, namedRecord, optional, requiredText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { bin, itemFilters, itemID, resultField, widInQuery } from './fields.ts'
import { LedgerEntry } from './records/ledger-event.ts'
import {
  actor,
  actorVerified,
  Lot,
  LotDetails,
  RequestDetails,
  StockLevel,
  Transaction,
  transactionTypes,
} from './records/records.ts'
import { Reservation } from './reservations.ts'

const readable = { access: permissions.itemMasterList, effect: 'read' } as const
const recNoInPath = () => integerText(id()).meta({ description: 'Lot record number' })

const Outcome = namedRecord('Outcome', 'Outcome of a write', {
  key: z.string().meta({ description: 'The Idempotency-Key' }),
  status: z.enum(['applied', 'refused', 'running']).meta({ description: 'State of the write' }),
  operation: z.string().meta({ description: 'Name of the operation' }),
  statusCode: z.int().nullable().meta({ description: 'HTTP status of the response; null while it runs' }),
  answer: z.unknown().meta({ description: 'Body of the response; null while it runs' }),
})

const lastTransactionNo = () => z.int().nullable().meta({ description: 'The last transaction that changed the level' })

/** Most lots, lines of orders, reservations and ledger entries that an explanation or a trace names, of each. */
export const MAX_EXPLAINED = 1_000
export const MAX_PARENTS = 100
/** Most entries of the ledger that one call describes. */
export const MAX_DESCRIBED = 500
/** Most items whose levels one call reads. */
export const MAX_LEVELS = 500
const StoredFigures = StockLevel.pick({
  inStock: true,
  onHold: true,
  onOrder: true,
  committed: true,
  packed: true,
  aSN: true,
})
const atMost = `at most ${MAX_EXPLAINED}`

const Explanation = z.object({
  shortID: resultField.shortID(),
  wid: z.int().optional().meta({ description: 'Warehouse id, if the request names one' }),
  level: StockLevel,
  warehouses: listOf(
    StockLevel.omit({ partNo: true, shortID: true, description: true }).extend({
      wid: resultField.wid('Warehouse id'),
      warehouse: z.string().meta({ description: 'Warehouse name' }),
      lastTransactionNo: lastTransactionNo(),
    }),
    'The figures of each warehouse that has or had stock of the item, by warehouse id',
  ),
  lots: listOf(Lot, `The lots that count in the level, by record number, at most ${MAX_EXPLAINED}`),
  orders: listOf(
    z.object({
      kind: z.string().meta({ description: 'Figure of the level that the line counts in' }),
      reference: z.string().meta({ description: 'Order reference' }),
      line: z.int().meta({ description: 'Order line' }),
      wid: resultField.wid('Warehouse id'),
      units: resultField.units('Open quantity'),
    }),
    `Open order lines behind the level, at most ${MAX_EXPLAINED} of each kind, of orders that the client ` +
      'may read: purchase orders with 9001, shipping orders with 9003',
  ),
  reservations: listOf(
    Reservation,
    `Active reservations behind the committed figure, at most ${MAX_EXPLAINED}; none without the permission 9009`,
  ),
  isCut: z.boolean().meta({
    description: 'Whether there are more lots, order lines or reservations than are named; their own lists have all',
  }),
  lastTransactionNo: lastTransactionNo(),
})

const LotIssue = namedRecord('LotIssue', 'Units of a lot that were issued', {
  transactionNo: resultField.transactionNo(),
  at: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
  clientId: z.string().meta({ description: 'Id of the client that sent the request' }),
  actor: actor(),
  actorVerified: actorVerified(),
  recNo: resultField.recNo('the lot'),
  wid: resultField.wid('Warehouse id'),
  units: resultField.units('Quantity issued from the lot'),
  reference: z.string().meta({ description: 'External reference' }),
  remark: z.string().meta({ description: 'Notes' }),
  ...RequestDetails.pick({ line: true, shipto: true, prodID: true }).shape,
  reversed: z.boolean().meta({ description: 'Whether the issue was taken back' }),
})
export type LotIssue = z.output<typeof LotIssue>

/** Operations that explain stock: the ledger, the origin of lots, the figures of levels, outcomes of writes. */
export const history = {
  listTransactions: {
    summary: "List the ledger of the client's warehouses, newest first",
    route: 'GET /Inventory/Transactions',
    command: 'ledger list',
    ...readable,
    paged: true,
    warehouses: ['wid'],
    input: z.object({
      ...pageQuery(),
      ...itemFilters,
      wid: optional(integerText(id())).meta({ description: 'A warehouse whose stock was changed' }),
      recno: optional(integerText(id())).meta({ description: 'A lot that was changed' }),
      type: optional(z.enum(transactionTypes, `must be one of ${transactionTypes.join(', ')}.`)).meta({
        description: 'Type of the transaction',
      }),
      reasonCode: optional(integerText(id())).meta({ description: 'Reason code' }),
      clientId: bin('Id of the client that sent the request'),
      actor: bin('Name of the person that the request was made for, exactly as the entries have it'),
      transactionNo: optional(integerText(longInteger())).meta({ description: 'Number of the transaction' }),
      reference: bin('External reference'),
      from: optional(dayOrMoment('from')).meta({ description: 'On this day, at this moment or later' }),
      to: optional(dayOrMoment('until', 'from')).meta({ description: 'On this day, at this moment or earlier' }),
    }),
    output: pageOf(Transaction),
    example: { page: 1, pageSize: 25 },
  },
  explainLevel: {
    summary: 'Explain the level of an item, in one or all warehouses: the lots and order lines behind each figure',
    route: 'GET /Inventory/StockLevels/Explain',
    command: 'stock explain',
    ...readable,
    warehouses: ['wid'],
    input: z.object({
      itemID: itemID(),
      wid: widInQuery().meta({ description: "Warehouse id; all of the client's warehouses by default" }),
    }),
    output: Explanation,
    example: { itemID: 'BOLT-M6-30', wid: 1 },
  },
  getLot: {
    summary: 'Get one lot by its number',
    route: 'GET /Inventory/Lot/:recno',
    command: 'lot show',
    ...readable,
    messages: { not_found: ['Lot 4711000 does not exist.'] },
    input: z.object({ recno: recNoInPath() }),
    output: LotDetails,
    example: { recno: 1 },
  },
  traceLot: {
    summary:
      'Trace a lot: the lots it came from, the lots split from it, its transactions, and the recipients of its units',
    route: 'GET /Inventory/Lot/:recno/Trace',
    command: 'lot trace',
    ...readable,
    messages: { not_found: ['Lot 4711000 does not exist.'] },
    input: z.object({ recno: recNoInPath() }),
    output: z.object({
      lot: LotDetails,
      parents: listOf(
        LotDetails,
        `The lot that it was split from, the lot before that, up to the receipt; at most ${MAX_PARENTS}`,
      ),
      children: z.array(LotDetails).meta({ description: 'Lots split from it' }),
      descendants: listOf(
        LotDetails,
        `Lots split from it, from those, and so on: with the lot itself, all places of its units; ${atMost}`,
      ),
      transactions: listOf(Transaction, `Transactions that changed the lot, oldest first; ${atMost}`),
      issues: listOf(
        LotIssue,
        `Issues from the lot and its descendants, oldest first, with the recipients of its units; ${atMost}`,
      ),
      isCut: z.boolean().meta({
        description:
          'Whether there are more parents, descendants, transactions or issues than are named: the ledger ' +
          'has all entries of a lot (`recno`), with the lots split from it',
      }),
    }),
    example: { recno: 1 },
  },
  describeEntries: {
    summary:
      'Get entries of the ledger in the form of their events, with what their lots were then; unknown ones are left out',
    ...serviceRead,
    input: z.object({ transactionNos: z.array(longInteger()).max(MAX_DESCRIBED) }),
    output: z.object({ value: z.array(LedgerEntry) }),
  },
  readLevels: {
    summary:
      'Get the figures of items in each warehouse as they are stored: of the next ones after a partNo, or of those named',
    ...serviceRead,
    input: z.object({
      after: z.int(),
      limit: z.int().min(1).max(MAX_LEVELS),
      partNos: z.array(z.int()).max(MAX_LEVELS).optional(),
    }),
    output: z.object({
      value: z.array(
        z.object({ partNo: z.int(), levels: z.array(z.object({ wid: z.int(), ...StoredFigures.shape })) }),
      ),
    }),
  },
  getOperation: {
    summary: 'Get the outcome of a write by its Idempotency-Key',
    route: 'GET /Operations/:key',
    access: 'client',
    effect: 'read',
    input: z.object({ key: requiredText(255).meta({ description: "The client's own Idempotency-Key" }) }),
    output: Outcome,
    messages: { not_found: ['An operation with this key was never applied.'] },
    example: { key: 'receipt-PO-1001-1' },
  },
} as const satisfies Record<string, Spec>
