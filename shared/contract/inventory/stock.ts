import { z } from 'zod'
import { permissions } from '../access.ts'
import { across, dateTime, dayOrMoment, decimal, id, optional, text, units } from '../fields.ts'
import type { Spec } from '../operation.ts'
import { bin, itemID, lotSelection, wid } from './fields.ts'

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
} as const satisfies Record<string, Spec>
