import { z } from 'zod'
import { across, decimal, flag, id, integerText, optional, sixDecimals, text, units } from '../core/fields.ts'
import { newName, whyUnreadable } from '../core/identifiers.ts'
import { fromPackages, fromScan, orPackages, packages, scan } from '../core/scans.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { bin, itemID, itemIdOrScan, lotSelection, newBin, wid } from './fields.ts'

const unitsOrPackages = (description: string) =>
  orPackages(units()).meta(sixDecimals(`${description}; required unless packages are given or scan says it`))

const GOOD_THROUGH =
  'The last day on which it is good, in the time zone of the warehouse, or the moment from which it has expired'

const remark = () => optional(text(255)).meta({ description: 'Notes' })

/** Input of a receipt (docs/interface.md#receive). */
export const receiveInput = z
  .object({
    itemID: itemIdOrScan(),
    units: unitsOrPackages("Quantity in the item's unit of measure"),
    packages: packages(),
    wid: wid('Destination warehouse'),
    reasonCode: id().meta({ description: 'Reason code of direction in' }),
    spot: newBin('Bin'),
    ...lotSelection,
    reference: bin('External reference, such as a purchase order'),
    remark: remark(),
    netWeight: optional(decimal()).meta(sixDecimals('Net weight')),
    grossWeight: optional(decimal()).meta(sixDecimals('Gross weight')),
    price: optional(decimal()).meta(sixDecimals('Unit cost')),
    expires: optional(dayOrMoment('through')).meta({ description: GOOD_THROUGH }),
    supplier: optional(id()).meta({ description: 'Vendor or supplier id' }),
    line: optional(id()).meta({ description: 'Purchase order line' }),
    prodID: bin('Production or assembly id, of what a work order made'),
    jobid: optional(id()).meta({ description: 'Job or project id' }),
    scan: scan(),
  })
  .check(fromScan('itemID', 'serial', 'serial2', 'expires', 'netWeight', 'grossWeight'), fromPackages('units'))
export type ReceiveInput = z.output<typeof receiveInput>

/** Input of a move (docs/interface.md#move). */
export const moveInput = z
  .object({
    itemID: itemIdOrScan(),
    units: unitsOrPackages("Quantity to move, in the item's unit of measure"),
    packages: packages(),
    wid: wid('Source warehouse'),
    fromSpot: bin('Source bin'),
    toSpot: newBin('Destination bin; required unless shipToWid is given'),
    shipToWid: optional(id()).meta({ description: 'Destination warehouse, for a move between warehouses' }),
    transit: optional(flag()).meta({
      description:
        'true: ship it; it is in transit until the destination receives it. The slip is transitSlip, if that is given',
    }),
    transitSlip: bin('Transit slip reference'),
    ...lotSelection,
    reference: bin('External reference'),
    recno: optional(id()).meta({ description: 'The lot to move' }),
    received: optional(dayOrMoment('during')).meta({ description: 'Only lots received on this day or at this moment' }),
    scan: scan(),
  })
  .check(
    fromScan('itemID', 'serial', 'serial2'),
    fromPackages('units'),
    across((context) => {
      const { wid, fromSpot, toSpot, shipToWid, transit, transitSlip } = context.value
      const refuse = (field: string, message: string) =>
        context.issues.push({ code: 'custom', path: [field], message, input: context.value })
      if (transit) {
        if (toSpot !== undefined) refuse('toSpot', 'must not be given with transit: the receipt names the bin.')
        if (shipToWid === undefined) refuse('shipToWid', 'is required.')
        else if (shipToWid === wid) refuse('shipToWid', 'must differ from wid.')
        // Of a transit it is the number; otherwise it is free text.
        const slip = newName('Transit').safeParse(transitSlip ?? 'assigned')
        for (const { message } of slip.error?.issues ?? []) refuse('transitSlip', message)
      } else if (toSpot === undefined && shipToWid === undefined) refuse('toSpot', 'is required.')
      else if ((shipToWid ?? wid) === wid && toSpot === fromSpot)
        refuse('toSpot', 'must differ from where the stock is.')
    }),
  )
export type MoveInput = z.output<typeof moveInput>

/** Input of an issue (docs/interface.md#issue). */
export const issueInput = z
  .object({
    itemID: itemIdOrScan(),
    units: unitsOrPackages("Quantity to issue, in the item's unit of measure"),
    packages: packages(),
    wid: wid('Source warehouse'),
    reasonCode: id().meta({ description: 'Reason code of direction out' }),
    spot: bin('Bin to issue from'),
    ...lotSelection,
    reference: bin('External reference, such as a shipping order'),
    remark: remark(),
    netWeight: optional(decimal()).meta(sixDecimals('Net weight')),
    shipto: optional(id()).meta({ description: 'Ship-to customer' }),
    prodID: bin('Production or assembly id'),
    recno: optional(id()).meta({ description: 'The lot to issue from' }),
    line: optional(id()).meta({ description: 'Order line' }),
    scan: scan(),
  })
  .check(fromScan('itemID', 'serial', 'serial2', 'netWeight'), fromPackages('units'))
export type IssueInput = z.output<typeof issueInput>

/** Input of a hold and of a release (docs/interface.md#hold-and-release). */
export const holdInput = z.object({
  recno: id().meta({ description: 'The lot' }),
  units: optional(units()).meta(
    sixDecimals(
      "Part of the lot, in the item's unit of measure, which becomes a lot of its own; the whole lot by default",
    ),
  ),
  reasonCode: optional(id()).meta({ description: 'A registered reason code' }),
  remark: remark(),
})
export type HoldInput = z.output<typeof holdInput>

/**
 * Lots at one spot that an adjustment or a count reads: their units are one figure, and a transaction has seconds for
 * it.
 */
export const MAX_CELL_LOTS = 1_000

/** Input of an adjustment: compare and set of one cell, which is an item at a spot of a warehouse. */
export const adjustInput = z
  .object({
    itemID: itemID(),
    wid: wid('Warehouse'),
    spot: bin('Bin; the stock without a bin by default'),
    expected: decimal().meta(sixDecimals('Quantity that the cell has, on hold or not')),
    counted: decimal().meta(sixDecimals('Quantity that the cell is to have')),
    reasonCode: id().meta({ description: 'Reason code of direction in if more was counted, else of direction out' }),
    reference: bin('External reference'),
    remark: remark(),
  })
  .check(
    across(({ value: { spot, expected }, issues }) => {
      // What lies at a spot that an earlier version took can be corrected.
      const why = expected === 0 && typeof spot === 'string' ? whyUnreadable(spot) : undefined
      if (why) issues.push({ code: 'custom', path: ['spot'], message: why, input: spot })
    }),
  )
export type AdjustInput = z.output<typeof adjustInput>

/** Input of an amendment; what is not given stays as it is. */
export const amendInput = z.object({
  recno: integerText(id()).meta({ description: 'Lot record number' }),
  price: decimal().nullable().optional().meta(sixDecimals('Unit cost, or null for none')),
  expires: dayOrMoment('through')
    .nullable()
    .optional()
    .meta({ description: `${GOOD_THROUGH}; null if it does not expire` }),
  received: optional(dayOrMoment('starts')).meta({ description: 'When it was received, not in the future' }),
  remark: optional(text(255)).meta({ description: 'Notes' }),
  jobid: optional(id()).meta({ description: 'Job or project id; 0 for none' }),
})
export type AmendInput = z.output<typeof amendInput>

export const reverseInput = z.object({
  transactionNo: integerText(id()).meta({ description: 'The transaction to reverse' }),
  remark: remark(),
})
export type ReverseInput = z.output<typeof reverseInput>
