import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { across, dateTime, dayOrMoment, decimal, id, optional, text, units } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { told } from './answer-fields.ts'
import { bin, itemID, lotSelection, sixDecimals, wid } from './fields.ts'

const receiveInput = z.object({
  itemID: itemID(),
  units: units().meta(sixDecimals("Quantity in the item's unit of measure")),
  wid: wid('Destination warehouse'),
  reasonCode: id().meta({ description: 'Reason code of direction in' }),
  spot: bin('Bin'),
  ...lotSelection,
  reference: bin('External reference, such as a purchase order'),
  remark: optional(text(255)).meta({ description: 'Notes' }),
  netWeight: optional(decimal()).meta(sixDecimals('Net weight')),
  grossWeight: optional(decimal()).meta(sixDecimals('Gross weight')),
  price: optional(decimal()).meta(sixDecimals('Unit cost')),
  expires: optional(dateTime()).meta({
    description: 'Expiration date; ISO 8601 date or date-time, UTC unless it has an offset',
  }),
  supplier: optional(id()).meta({ description: 'Vendor or supplier id' }),
  line: optional(id()).meta({ description: 'Purchase order line' }),
  jobid: optional(id()).meta({ description: 'Job or project id' }),
})

const moveInput = z
  .object({
    itemID: itemID(),
    units: units().meta(sixDecimals("Quantity to move, in the item's unit of measure")),
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
  .check(
    across((context) => {
      const { wid, fromSpot, toSpot, shipToWid } = context.value
      const refuse = (field: string, message: string) =>
        context.issues.push({ code: 'custom', path: [field], message, input: context.value })
      if (toSpot === undefined && shipToWid === undefined) refuse('toSpot', 'is required.')
      else if ((shipToWid ?? wid) === wid && toSpot === fromSpot)
        refuse('toSpot', 'must differ from where the stock is.')
    }),
  )

const issueInput = z.object({
  itemID: itemID(),
  units: units().meta(sixDecimals("Quantity to issue, in the item's unit of measure")),
  wid: wid('Source warehouse'),
  reasonCode: id().meta({ description: 'Reason code of direction out' }),
  spot: bin('Bin to issue from'),
  ...lotSelection,
  reference: bin('External reference, such as a shipping order'),
  remark: optional(text(255)).meta({ description: 'Notes' }),
  netWeight: optional(decimal()).meta(sixDecimals('Net weight')),
  shipto: optional(id()).meta({ description: 'Ship-to customer' }),
  prodID: bin('Production or assembly id'),
  recno: optional(id()).meta({ description: 'The lot to issue from' }),
  line: optional(id()).meta({ description: 'Order line' }),
})

export type ReceiveInput = z.output<typeof receiveInput>
export type MoveInput = z.output<typeof moveInput>
export type IssueInput = z.output<typeof issueInput>

const Received = z
  .object({
    recNo: told.recNo('The new lot'),
    transactionNo: told.transactionNo(),
    partNo: told.partNo(),
    shortID: told.shortID(),
    wid: told.wid('Warehouse id'),
    spot: told.spot('Bin'),
    units: told.units('Quantity received'),
    status: told.status('received'),
  })
  .meta({ id: 'Received', description: 'A receipt that was done' })
const Moved = z
  .object({
    recNo: told.recNo('The first lot at its destination'),
    transactionNo: told.transactionNo(),
    partNo: told.partNo(),
    shortID: told.shortID(),
    units: told.units('Quantity moved'),
    wid: told.wid('Source warehouse id'),
    shipToWid: told.wid('Destination warehouse id'),
    fromSpot: told.spot('Source bin'),
    toSpot: told.spot('Destination bin'),
    transitSlip: z.string().meta({ description: 'Transit slip reference' }),
    lots: z
      .array(
        z.object({
          recNo: told.recNo('The lot at its destination'),
          fromRecNo: told.recNo('The lot that it came from; the same if all of it was moved'),
          units: told.units('Quantity moved'),
        }),
      )
      .meta({ description: 'Every lot that was touched' }),
    status: told.status('moved'),
  })
  .meta({ id: 'Moved', description: 'A move that was done' })
const Issued = z
  .object({
    recNo: told.recNo('The first lot that was issued from'),
    transactionNo: told.transactionNo(),
    partNo: told.partNo(),
    shortID: told.shortID(),
    wid: told.wid('Warehouse id'),
    units: told.units('Quantity issued'),
    lots: z
      .array(
        z.object({
          recNo: told.recNo('The lot'),
          units: told.units('Quantity issued from it'),
          remaining: told.units('Quantity left in it'),
        }),
      )
      .meta({ description: 'Every lot that was touched' }),
    status: told.status('issued'),
  })
  .meta({ id: 'Issued', description: 'An issue that was done' })
export type Received = z.output<typeof Received>
export type Moved = z.output<typeof Moved>
export type Issued = z.output<typeof Issued>

const { locateMoveUnits, negativeAdjustment, positiveAdjustment } = permissions

/** What changes stock (spec 4.3). */
export const stock = {
  receive: {
    summary: 'Receive stock as a new lot',
    route: 'POST /Inventory/Receive',
    access: positiveAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    input: receiveInput,
    output: Received,
    errors: ['conflict'],
    messages: { conflict: ['Item LED-3MM-GRN is discontinued.'] },
    status: 201,
    example: { itemID: 'BOLT-M6-30', units: 250, wid: 1, reasonCode: 10, spot: 'A-01-1', reference: 'PO-1001' },
  },
  move: {
    summary: 'Move stock to another bin or warehouse',
    description:
      'It takes effect at once. As many lots as needed are taken, first to expire first, then oldest first; all or nothing.',
    route: 'POST /Inventory/Move',
    access: locateMoveUnits,
    effect: 'write',
    warehouses: ['wid', 'shipToWid'],
    input: moveInput,
    output: Moved,
    errors: ['conflict'],
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    example: { itemID: 'BOLT-M6-30', units: 10, wid: 1, toSpot: 'B-02-4' },
  },
  issue: {
    summary: 'Issue stock, first to expire first',
    description:
      'As many lots as needed are taken, then oldest first; all or nothing. Held and expired lots are left alone.',
    route: 'POST /Inventory/Issue',
    access: negativeAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    input: issueInput,
    output: Issued,
    errors: ['conflict'],
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    example: { itemID: 'BOLT-M6-30', units: 5, wid: 1, reasonCode: 20 },
  },
} as const satisfies Record<string, Spec>
