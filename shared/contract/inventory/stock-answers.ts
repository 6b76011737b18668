import { z } from 'zod'
import { answerField } from './fields.ts'
import { Amendment } from './records/records.ts'

const affectedLots = <T extends z.ZodRawShape>(fields: T) =>
  z.array(z.object(fields)).meta({ description: 'Every lot that was changed' })

/** Answer to a receipt. */
export const Received = z
  .object({
    recNo: answerField.recNo('the new lot'),
    transactionNo: answerField.transactionNo(),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    wid: answerField.wid('Warehouse id'),
    spot: answerField.spot('Bin'),
    units: answerField.units('Quantity received'),
    status: answerField.status('received'),
    warnings: answerField.warnings(),
  })
  .meta({ id: 'Received', description: 'A receipt that was done' })
export type Received = z.output<typeof Received>

/** Answer to a move. */
export const Moved = z
  .object({
    recNo: answerField.recNo('the first lot at the destination'),
    transactionNo: answerField.transactionNo(),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    units: answerField.units('Quantity moved'),
    wid: answerField.wid('Source warehouse id'),
    shipToWid: answerField.wid('Destination warehouse id'),
    fromSpot: answerField.spot('Source bin'),
    toSpot: answerField.spot('Destination bin'),
    transitSlip: z.string().meta({ description: 'Transit slip reference' }),
    lots: affectedLots({
      recNo: answerField.recNo('the lot at the destination'),
      fromRecNo: answerField.recNo('the source lot; the same as recNo if the whole lot was moved'),
      units: answerField.units('Quantity moved'),
    }),
    status: z.enum(['moved', 'in transit']).meta({ description: 'What was done' }),
  })
  .meta({ id: 'Moved', description: 'A move that was done' })
export type Moved = z.output<typeof Moved>

/** Answer to an issue. */
export const Issued = z
  .object({
    recNo: answerField.recNo('the first lot that was issued from'),
    transactionNo: answerField.transactionNo(),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    wid: answerField.wid('Warehouse id'),
    units: answerField.units('Quantity issued'),
    lots: affectedLots({
      recNo: answerField.recNo('the lot'),
      units: answerField.units('Quantity issued from the lot'),
      remaining: answerField.units('Quantity left in the lot'),
    }),
    status: answerField.status('issued'),
  })
  .meta({ id: 'Issued', description: 'An issue that was done' })
export type Issued = z.output<typeof Issued>

/** Answer to a hold or a release. */
export const heldOrReleased = <S extends string>(status: S) =>
  z.object({
    recNo: answerField.recNo('the lot that is now held or released'),
    fromRecNo: answerField.recNo('the lot that it was split from; the same as recNo if it is the whole lot'),
    transactionNo: answerField.transactionNo(),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    wid: answerField.wid('Warehouse id'),
    spot: answerField.spot('Bin'),
    units: answerField.units('Quantity'),
    status: answerField.status(status),
  })

/** Answer to an adjustment. */
export const Adjusted = z
  .object({
    transactionNo: z.int().nullable().meta({ description: 'Number of the transaction; null if nothing differed' }),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    wid: answerField.wid('Warehouse id'),
    spot: answerField.spot('Bin'),
    expected: answerField.units('Quantity before'),
    counted: answerField.units('Quantity after'),
    units: answerField.units('What was added, negative if it was taken off'),
    lots: affectedLots({
      recNo: answerField.recNo('the lot'),
      units: answerField.units('Quantity in the lot now'),
    }),
    status: answerField.status('adjusted'),
  })
  .meta({ id: 'Adjusted', description: 'An adjustment that was done' })
export type Adjusted = z.output<typeof Adjusted>

/** Answer to an amendment. */
export const Amended = z
  .object({
    recNo: answerField.recNo('the lot'),
    transactionNo: z.int().nullable().meta({ description: 'Number of the transaction; null if nothing differed' }),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    amended: z.array(Amendment).meta({ description: 'Every field that was changed' }),
    status: answerField.status('amended', 'unchanged'),
  })
  .meta({ id: 'Amended', description: 'An amendment that was done' })
export type Amended = z.output<typeof Amended>

/** Answer to a reversal. */
export const Reversed = z
  .object({
    transactionNo: answerField.transactionNo(),
    reverses: z.int().meta({ description: 'The transaction that was reversed' }),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    units: answerField.units('Quantity'),
    lots: affectedLots({
      recNo: answerField.recNo('the lot'),
      units: answerField.units('Quantity in the lot now'),
    }),
    status: answerField.status('reversed'),
  })
  .meta({ id: 'Reversed', description: 'A transaction that was reversed' })
export type Reversed = z.output<typeof Reversed>
