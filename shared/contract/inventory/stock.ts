import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { dryRunOf } from '../core/dry-runs.ts'
import { listOf, namedRecord } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { resultField } from './fields.ts'
import { LotStep } from './records/records.ts'
import {
  adjustInput,
  amendInput,
  holdInput,
  issueInput,
  MAX_CELL_LOTS,
  moveInput,
  receiveInput,
  reverseInput,
} from './stock-inputs.ts'
import { Adjusted, Amended, heldOrReleased, Issued, Moved, Received, Reversed } from './stock-results.ts'

const { amendLots, locateMoveUnits, negativeAdjustment, positiveAdjustment } = permissions

export const stock = {
  receive: {
    summary: 'Receive stock as a new lot',
    route: 'POST /Inventory/Receive',
    access: positiveAdjustment,
    effect: 'write',
    hasDryRun: true,
    warehouses: ['wid'],
    partitionBy: 'itemID',
    input: receiveInput,
    output: Received,
    messages: {
      conflict: [
        'Item LED-3MM-GRN is discontinued.',
        'Transit TR-2026-000001 line 1: its units are received by POST /Transit/{slip}/Receive, ' +
          'and come back by POST /Transit/{slip}/Return.',
      ],
    },
    status: 201,
    example: { itemID: 'BOLT-M6-30', units: 250, wid: 1, reasonCode: 10, spot: 'A-01-1', reference: 'PO-1001' },
  },
  move: {
    summary: 'Move stock to another bin or warehouse',
    description:
      'The move takes effect at once. It takes as many lots as needed, first to expire first, then oldest ' +
      'first; all or nothing. With `transit`, which requires the permission Ship Transits (303) too, the ' +
      'units are shipped to shipToWid as by `POST /Transit`.',
    route: 'POST /Inventory/Move',
    command: 'stock move',
    access: locateMoveUnits,
    effect: 'write',
    hasDryRun: true,
    warehouses: ['wid', 'shipToWid'],
    partitionBy: 'itemID',
    input: moveInput,
    output: Moved,
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    example: { itemID: 'BOLT-M6-30', units: 10, wid: 1, toSpot: 'B-02-4' },
  },
  issue: {
    summary: 'Issue stock, first to expire first',
    description:
      'The issue takes as many lots as needed, first to expire first, then oldest first; all or nothing. ' +
      'Held and expired lots are not taken.',
    route: 'POST /Inventory/Issue',
    access: negativeAdjustment,
    effect: 'write',
    hasDryRun: true,
    warehouses: ['wid'],
    partitionBy: 'itemID',
    input: issueInput,
    output: Issued,
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    example: { itemID: 'BOLT-M6-30', units: 5, wid: 1, reasonCode: 20 },
  },
  hold: {
    summary: 'Put a lot, or a part of it, on hold',
    route: 'POST /Inventory/Hold',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: heldOrReleased('held'),
    messages: { conflict: ['Lot 17 is already on hold.', 'Lot 17 is not in stock.'] },
    example: { recno: 17, units: 5, remark: 'Inspection' },
  },
  release: {
    summary: 'Release a held lot, or a part of it',
    route: 'POST /Inventory/Release',
    access: negativeAdjustment,
    effect: 'write',
    input: holdInput,
    output: heldOrReleased('released'),
    messages: { conflict: ['Lot 17 is not on hold.', 'Lot 17 is not in stock.'] },
    example: { recno: 17, remark: 'Inspection passed' },
  },
  adjust: {
    summary: 'Adjust the stock of an item at a spot to what was counted, if it is what was expected',
    description:
      'More than expected is a receipt, which takes the permission 95; less is an issue, which takes 88. ' +
      'Packed units are not taken; what orders were to get of lost units is backordered.',
    route: 'POST /Inventory/Adjust',
    access: positiveAdjustment,
    alternateAccess: negativeAdjustment,
    effect: 'write',
    hasDryRun: true,
    warehouses: ['wid'],
    partitionBy: 'itemID',
    input: adjustInput,
    output: Adjusted,
    messages: {
      conflict: [
        'Expected 10, is 12.',
        'Insufficient stock: requested 5, available 3. Packed at the spot: 2. Ship or unpack them first.',
        `Too many lots at the spot: there are 8000, at most ${MAX_CELL_LOTS} can be counted.`,
      ],
    },
    example: { itemID: 'BOLT-M6-30', wid: 1, spot: 'COUNT-01', expected: 0, counted: 5, reasonCode: 12 },
  },
  amend: {
    summary: 'Amend price, expiry, receipt date, remark or job of a lot; never its units',
    route: 'PUT /Inventory/Lot/:recno',
    access: amendLots,
    effect: 'write',
    input: amendInput,
    output: Amended,
    messages: { not_found: ['Lot 4711000 does not exist.'] },
    example: { recno: 1, price: 0.12, remark: 'Price as invoiced' },
  },
  reverse: {
    summary: 'Reverse a transaction, if its lots have not changed since',
    route: 'POST /Inventory/Transactions/:transactionNo/Reverse',
    access: 'client',
    effect: 'write',
    input: reverseInput,
    output: Reversed,
    messages: {
      not_found: ['Transaction 4711000 does not exist.'],
      conflict: [
        'A reversal cannot be taken back.',
        'Lot 17 has changed since transaction 23.',
        'Insufficient stock: requested 5, available 0. Promised: 5 to SO-DEMO-01 line 1.',
      ],
    },
    status: 201,
    example: { transactionNo: 23, remark: 'Wrong item' },
  },
} as const satisfies Record<string, Spec>

/** So many lots that are passed over are named. */
export const MAX_PASSED_OVER = 100

const DryRun = namedRecord('Preview', 'What a request would do', {
  status: resultField.status('planned'),
  partNo: resultField.partNo(),
  shortID: resultField.shortID(),
  units: resultField.units('Quantity'),
  lots: z.array(LotStep).meta({ description: 'The lots that would be changed, in the order of choice' }),
  passedOver: listOf(
    z.object({
      recNo: resultField.recNo('the lot'),
      spot: resultField.spot('Bin'),
      units: resultField.units('Quantity in the lot'),
      reason: z.string().meta({ description: 'Why the lot is passed over' }),
    }),
    'Lots of the item in the warehouse that would not be changed, and why: the first ' +
      `${MAX_PASSED_OVER}, first to expire first`,
  ),
  passedOverCount: z.int().optional().meta({ description: 'How many lots are passed over in all' }),
  plan: z.string().meta({ description: 'Names the effect, as X-Plan does: for If-Plan-Match' }),
  warnings: resultField.warnings(),
})
export type DryRun = z.output<typeof DryRun>

/** Dry runs of stock changes that also list the lots that they would not touch. */
export const dryRuns = {
  previewReceive: dryRunOf(stock.receive, 'Preview a receipt', DryRun),
  previewMove: dryRunOf(stock.move, 'Preview a move', DryRun),
  previewIssue: dryRunOf(stock.issue, 'Preview an issue', DryRun),
  previewAdjust: dryRunOf(stock.adjust, 'Preview an adjustment', DryRun),
} as const satisfies Record<string, Spec>
