import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { dateTime, id, integerText, optional, requiredText, text, units } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { told } from './answer-fields.ts'
import { bin, itemID, sixDecimals } from './fields.ts'
import { Lot, StockLevel, Transaction, transactionTypes } from './records.ts'

const { itemMasterList, negativeAdjustment } = permissions
const readable = { access: itemMasterList, effect: 'read' } as const
const recNoInPath = () => integerText(id()).meta({ description: 'Lot record number' })

const holdInput = z.object({
  recno: id().meta({ description: 'The lot' }),
  units: optional(units()).meta(
    sixDecimals(
      "A part of the lot, in the item's unit of measure, which becomes a lot of its own; all of it unless said",
    ),
  ),
  reasonCode: optional(id()).meta({ description: 'A registered reason code' }),
  remark: optional(text(255)).meta({ description: 'Notes' }),
})
export type HoldInput = z.output<typeof holdInput>

const held = <S extends string>(status: S) =>
  z.object({
    recNo: told.recNo('The lot that is held or released now'),
    fromRecNo: told.recNo('The lot that it was split from; the same if it is all of it'),
    transactionNo: told.transactionNo(),
    partNo: told.partNo(),
    shortID: told.shortID(),
    wid: told.wid('Warehouse id'),
    spot: told.spot('Bin'),
    units: told.units('Quantity'),
    status: told.status(status),
  })

const reverseInput = z.object({
  transactionNo: integerText(id()).meta({ description: 'The transaction to take back' }),
  remark: optional(text(255)).meta({ description: 'Notes' }),
})
export type ReverseInput = z.output<typeof reverseInput>
const Reversed = z
  .object({
    transactionNo: told.transactionNo(),
    reverses: z.int().meta({ description: 'The transaction that was taken back' }),
    partNo: told.partNo(),
    shortID: told.shortID(),
    units: told.units('Quantity'),
    lots: z
      .array(z.object({ recNo: told.recNo('The lot'), units: told.units('Quantity in it now') }))
      .meta({ description: 'Every lot that was touched' }),
    status: told.status('reversed'),
  })
  .meta({ id: 'Reversed', description: 'A transaction that was taken back' })
export type Reversed = z.output<typeof Reversed>

const Outcome = z
  .object({
    key: z.string().meta({ description: 'The Idempotency-Key' }),
    status: z.enum(['applied', 'refused', 'running']).meta({ description: 'What became of it' }),
    operation: z.string().meta({ description: 'Name of the operation' }),
    statusCode: z.int().nullable().meta({ description: 'The HTTP status that was answered; null while it runs' }),
    answer: z.unknown().meta({ description: 'The body that was answered; null while it runs' }),
  })
  .meta({ id: 'Outcome', description: 'What became of a write' })

const Explanation = z.object({
  shortID: told.shortID(),
  wid: told.wid('Warehouse id'),
  level: StockLevel,
  lots: z.array(Lot).meta({ description: 'Every lot that counts in the level' }),
  orders: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'The figure of the level that it counts in' }),
        reference: z.string().meta({ description: 'Order reference' }),
        line: z.int().meta({ description: 'Order line' }),
        units: told.units('Quantity that is still open'),
      }),
    )
    .meta({ description: 'Open order lines behind the level' }),
  lastTransactionNo: z.int().nullable().meta({ description: 'The transaction that changed the level last' }),
})

/** How stock came to be what it is, and what can be done about it. Our extension. */
export const history = {
  listTransactions: {
    summary: "The ledger of the client's warehouses, newest first",
    route: 'GET /Inventory/Transactions',
    ...readable,
    errors: [],
    paged: true,
    warehouses: ['wid'],
    input: z.object({
      ...pageQuery,
      shortID: bin('ShortID of an item'),
      wid: optional(integerText(id())).meta({ description: 'A warehouse whose stock was changed' }),
      recno: optional(integerText(id())).meta({ description: 'A lot that was touched' }),
      type: optional(z.enum(transactionTypes, `must be one of ${transactionTypes.join(', ')}.`)).meta({
        description: 'What was done',
      }),
      reasonCode: optional(integerText(id())).meta({ description: 'Reason code' }),
      clientId: bin('Who did it'),
      reference: bin('External reference'),
      from: optional(dateTime()).meta({ description: 'At this moment or later; ISO 8601 date or date-time' }),
      to: optional(dateTime()).meta({ description: 'At this moment or earlier; ISO 8601 date or date-time' }),
    }),
    output: pageOf(Transaction),
    example: { page: 1, pageSize: 25 },
  },
  reverse: {
    summary: 'Take a transaction back, if its lots have not changed since',
    route: 'POST /Inventory/Transactions/:transactionNo/Reverse',
    access: 'client',
    effect: 'write',
    input: reverseInput,
    output: Reversed,
    errors: ['not_found', 'conflict'],
    messages: {
      not_found: ['Transaction 4711000 does not exist.'],
      conflict: ['A reversal cannot be taken back.', 'Lot 17 has changed since transaction 23.'],
    },
    status: 201,
    example: { transactionNo: 23, remark: 'Wrong item' },
  },
  hold: {
    summary: 'Put a lot, or a part of it, on hold',
    route: 'POST /Inventory/Hold',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: held('held'),
    errors: ['conflict'],
    messages: { conflict: ['Lot 17 is already on hold.', 'Lot 17 is not in stock.'] },
    example: { recno: 17, units: 5, remark: 'Inspection' },
  },
  release: {
    summary: 'Release a held lot, or a part of it',
    route: 'POST /Inventory/Release',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: held('released'),
    errors: ['conflict'],
    messages: { conflict: ['Lot 17 is not on hold.', 'Lot 17 is not in stock.'] },
    example: { recno: 17, remark: 'Inspection passed' },
  },
  explainLevel: {
    summary: 'The lots and orders behind each figure of a level',
    route: 'GET /Inventory/StockLevels/Explain',
    ...readable,
    errors: [],
    warehouses: ['wid'],
    input: z.object({ itemID: itemID(), wid: integerText(id()).meta({ description: 'Warehouse id' }) }),
    output: Explanation,
    example: { itemID: 'BOLT-M6-30', wid: 1 },
  },
  getLot: {
    summary: 'Get one lot by its number',
    route: 'GET /Inventory/Lot/:recno',
    ...readable,
    errors: ['not_found'],
    messages: { not_found: ['Lot 4711000 does not exist.'] },
    input: z.object({ recno: recNoInPath() }),
    output: Lot,
    example: { recno: 1 },
  },
  traceLot: {
    summary: 'Where a lot came from, where its parts went, and every transaction that touched it',
    route: 'GET /Inventory/Lot/:recno/Trace',
    ...readable,
    errors: ['not_found'],
    messages: { not_found: ['Lot 4711000 does not exist.'] },
    input: z.object({ recno: recNoInPath() }),
    output: z.object({
      lot: Lot,
      parents: z.array(Lot).meta({ description: "The lot it was split from, then that one's, up to the receipt" }),
      children: z.array(Lot).meta({ description: 'Lots split from it' }),
      transactions: z.array(Transaction).meta({ description: 'In the order in which they happened' }),
    }),
    example: { recno: 1 },
  },
  getOperation: {
    summary: 'What became of a write, by its Idempotency-Key',
    route: 'GET /Operations/:key',
    access: 'client',
    effect: 'read',
    input: z.object({ key: requiredText(255).meta({ description: "The client's own Idempotency-Key" }) }),
    output: Outcome,
    errors: ['not_found'],
    messages: { not_found: ['An operation with this key was never applied.'] },
    example: { key: 'receipt-PO-1001-1' },
  },
} as const satisfies Record<string, Spec>
