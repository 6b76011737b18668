import { z } from 'zod'
import { namedRecord } from '../core/fields.ts'
import { resultField } from './fields.ts'
import { Amendment } from './records/records.ts'

const ofItem = { partNo: resultField.partNo(), shortID: resultField.shortID() }
const entry = { transactionNo: resultField.transactionNo(), ...ofItem }
const entryIfAny = {
  transactionNo: z.int().nullable().meta({ description: 'Number of the transaction; null if nothing differed' }),
  ...ofItem,
}

const affectedLots = <T extends z.ZodRawShape>(fields: T) =>
  z.array(z.object(fields)).meta({ description: 'Every lot that was changed' })
const lotsNow = affectedLots({
  recNo: resultField.recNo('the lot'),
  units: resultField.units('Quantity in the lot now'),
})

export const Received = namedRecord('Received', 'A receipt that was done', {
  recNo: resultField.recNo('the new lot'),
  ...entry,
  wid: resultField.wid('Warehouse id'),
  spot: resultField.spot('Bin'),
  units: resultField.units('Quantity received'),
  status: resultField.status('received'),
  warnings: resultField.warnings(),
})
export type Received = z.output<typeof Received>

export const Moved = namedRecord('Moved', 'A move that was done', {
  recNo: resultField.recNo('the first lot at the destination'),
  ...entry,
  units: resultField.units('Quantity moved'),
  wid: resultField.wid('Source warehouse id'),
  shipToWid: resultField.wid('Destination warehouse id'),
  fromSpot: resultField.spot('Source bin'),
  toSpot: resultField.spot('Destination bin'),
  transitSlip: z.string().meta({ description: 'Transit slip reference' }),
  lots: affectedLots({
    recNo: resultField.recNo('the lot at the destination'),
    fromRecNo: resultField.recNo('the source lot; the same as recNo if the whole lot was moved'),
    units: resultField.units('Quantity moved'),
  }),
  status: z.enum(['moved', 'in transit']).meta({ description: 'What was done' }),
})
export type Moved = z.output<typeof Moved>

export const Issued = namedRecord('Issued', 'An issue that was done', {
  recNo: resultField.recNo('the first lot that was issued from'),
  ...entry,
  wid: resultField.wid('Warehouse id'),
  units: resultField.units('Quantity issued'),
  lots: affectedLots({
    recNo: resultField.recNo('the lot'),
    units: resultField.units('Quantity issued from the lot'),
    remaining: resultField.units('Quantity left in the lot'),
  }),
  status: resultField.status('issued'),
})
export type Issued = z.output<typeof Issued>

export const heldOrReleased = <S extends string>(status: S) =>
  z.object({
    recNo: resultField.recNo('the lot that is now held or released'),
    fromRecNo: resultField.recNo('the lot that it was split from; the same as recNo if it is the whole lot'),
    ...entry,
    wid: resultField.wid('Warehouse id'),
    spot: resultField.spot('Bin'),
    units: resultField.units('Quantity'),
    status: resultField.status(status),
  })

export const Adjusted = namedRecord('Adjusted', 'An adjustment that was done', {
  ...entryIfAny,
  wid: resultField.wid('Warehouse id'),
  spot: resultField.spot('Bin'),
  expected: resultField.units('Quantity before'),
  counted: resultField.units('Quantity after'),
  units: resultField.units('What was added, negative if it was taken off'),
  lots: lotsNow,
  status: resultField.status('adjusted'),
})
export type Adjusted = z.output<typeof Adjusted>

export const Amended = namedRecord('Amended', 'An amendment that was done', {
  recNo: resultField.recNo('the lot'),
  ...entryIfAny,
  amended: z.array(Amendment).meta({ description: 'Every field that was changed' }),
  status: resultField.status('amended', 'unchanged'),
})
export type Amended = z.output<typeof Amended>

export const Reversed = namedRecord('Reversed', 'A transaction that was reversed', {
  transactionNo: resultField.transactionNo(),
  reverses: z.int().meta({ description: 'The transaction that was reversed' }),
  ...ofItem,
  units: resultField.units('Quantity'),
  lots: lotsNow,
  status: resultField.status('reversed'),
})
export type Reversed = z.output<typeof Reversed>
