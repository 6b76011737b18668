import { z } from 'zod'
import { permissions } from '../access.ts'
import { dateTime, id, integerText, optional, requiredText, text, units } from '../fields.ts'
import type { Spec } from '../operation.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { bin, itemID } from './fields.ts'
import { Lot, StockLevel, Transaction, transactionTypes } from './records.ts'

const { itemMasterList, negativeAdjustment } = permissions
const readable = { access: itemMasterList, effect: 'read' } as const
const recNoInPath = () => integerText(id()).meta({ description: 'Lot record number' })

const holdInput = z.object({
  recno: id().meta({ description: 'The lot' }),
  units: optional(units()).meta({
    description: 'A part of the lot, which becomes a lot of its own; all of it unless said',
  }),
  reasonCode: optional(id()).meta({ description: 'A registered reason code' }),
  remark: optional(text(255)),
})
export type HoldInput = z.output<typeof holdInput>

const held = <S extends string>(status: S) =>
  z.object({
    recNo: z.int(),
    fromRecNo: z.int(),
    transactionNo: z.int(),
    partNo: z.int(),
    shortID: z.string(),
    wid: z.int(),
    spot: z.string(),
    units: z.number(),
    status: z.literal(status),
  })

const reverseInput = z.object({
  transactionNo: integerText(id()).meta({ description: 'The transaction to take back' }),
  remark: optional(text(255)),
})
export type ReverseInput = z.output<typeof reverseInput>
const Reversed = z.object({
  transactionNo: z.int(),
  reverses: z.int(),
  partNo: z.int(),
  shortID: z.string(),
  units: z.number(),
  lots: z.array(z.object({ recNo: z.int(), units: z.number() })),
  status: z.literal('reversed'),
})
export type Reversed = z.output<typeof Reversed>

const Outcome = z
  .object({
    key: z.string(),
    status: z.enum(['applied', 'refused', 'running']),
    operation: z.string().meta({ description: 'Name of the operation' }),
    statusCode: z.int().nullable().meta({ description: 'The HTTP status that was answered; null while it runs' }),
    answer: z.unknown().meta({ description: 'The body that was answered; null while it runs' }),
  })
  .meta({ id: 'Outcome' })

const Explanation = z.object({
  shortID: z.string(),
  wid: z.int(),
  level: StockLevel,
  lots: z.array(Lot).meta({ description: 'Every lot that counts in the level' }),
  orders: z.array(z.object({ kind: z.string(), reference: z.string(), line: z.int(), units: z.number() })),
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
      type: optional(z.enum(transactionTypes, `must be one of ${transactionTypes.join(', ')}.`)),
      reasonCode: optional(integerText(id())),
      clientId: bin('Who did it'),
      reference: bin('External reference'),
      from: optional(dateTime()).meta({ description: 'At this moment or later' }),
      to: optional(dateTime()).meta({ description: 'At this moment or earlier' }),
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
    status: 201,
  },
  hold: {
    summary: 'Put a lot, or a part of it, on hold',
    route: 'POST /Inventory/Hold',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: held('held'),
    errors: ['conflict'],
  },
  release: {
    summary: 'Release a held lot, or a part of it',
    route: 'POST /Inventory/Release',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: held('released'),
    errors: ['conflict'],
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
    input: z.object({ recno: recNoInPath() }),
    output: Lot,
    example: { recno: 1 },
  },
  traceLot: {
    summary: 'Where a lot came from, where its parts went, and every transaction that touched it',
    route: 'GET /Inventory/Lot/:recno/Trace',
    ...readable,
    errors: ['not_found'],
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
  },
} as const satisfies Record<string, Spec>
