import { permissions } from '../core/access.ts'
import type { Spec } from '../core/operation.ts'
import { heldOrReleased, Issued, Moved, Received, Reversed } from './stock-answers.ts'
import { holdInput, issueInput, moveInput, receiveInput, reverseInput } from './stock-inputs.ts'

const { locateMoveUnits, negativeAdjustment, positiveAdjustment } = permissions

/** Operations that change stock. */
export const stock = {
  receive: {
    summary: 'Receive stock as a new lot',
    route: 'POST /Inventory/Receive',
    access: positiveAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    partitionBy: 'itemID',
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
      'The move takes effect at once. It takes as many lots as needed, first to expire first, then oldest first; all or nothing.',
    route: 'POST /Inventory/Move',
    access: locateMoveUnits,
    effect: 'write',
    warehouses: ['wid', 'shipToWid'],
    partitionBy: 'itemID',
    input: moveInput,
    output: Moved,
    errors: ['conflict'],
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    example: { itemID: 'BOLT-M6-30', units: 10, wid: 1, toSpot: 'B-02-4' },
  },
  issue: {
    summary: 'Issue stock, first to expire first',
    description:
      'The issue takes as many lots as needed, first to expire first, then oldest first; all or nothing. Held and expired lots are not taken.',
    route: 'POST /Inventory/Issue',
    access: negativeAdjustment,
    effect: 'write',
    warehouses: ['wid'],
    partitionBy: 'itemID',
    input: issueInput,
    output: Issued,
    errors: ['conflict'],
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
    output: heldOrReleased('released'),
    errors: ['conflict'],
    messages: { conflict: ['Lot 17 is not on hold.', 'Lot 17 is not in stock.'] },
    example: { recno: 17, remark: 'Inspection passed' },
  },
  reverse: {
    summary: 'Reverse a transaction, if its lots have not changed since',
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
} as const satisfies Record<string, Spec>
