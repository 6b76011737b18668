import { z } from 'zod'
import { flagText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { answerField } from './answer-fields.ts'
import { LotStep } from './records/records.ts'
import { stock } from './stock.ts'

const Preview = z
  .object({
    status: answerField.status('planned'),
    partNo: answerField.partNo(),
    shortID: answerField.shortID(),
    units: answerField.units('Quantity'),
    lots: z.array(LotStep).meta({ description: 'The lots that would be changed, in the order of choice' }),
    passedOver: z
      .array(
        z.object({
          recNo: answerField.recNo('the lot'),
          spot: answerField.spot('Bin'),
          units: answerField.units('Quantity in the lot'),
          reason: z.string().meta({ description: 'Why the lot is passed over' }),
        }),
      )
      .meta({ description: 'Lots of the item in the warehouse that would not be changed, and why' }),
    plan: z
      .string()
      .nullable()
      .meta({ description: 'Names the effect, as X-Plan does: for If-Plan-Match; null for a move into transit' }),
  })
  .meta({ id: 'Preview', description: 'What a request would do' })
export type Preview = z.output<typeof Preview>

/** Longest `X-Plan`. */
export const MAX_PLAN_TAG = 4_000

/** Any value but true is refused: the request must not be done for real by mistake. */
export const dryRun = flagText()
  .refine((value) => value, 'must be true.')
  .meta({ description: 'true: answer what the request would do, without any change', enum: [true] })

/** Dry runs: the requests of stock changes, answered with what they would do. */
export const previews = {
  previewReceive: {
    summary: 'Preview a receipt',
    route: 'POST /Inventory/Receive?dryRun',
    access: stock.receive.access,
    effect: 'read',
    isPlanned: true,
    warehouses: stock.receive.warehouses,
    input: stock.receive.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    messages: stock.receive.messages,
    example: { ...stock.receive.example, dryRun: true },
  },
  previewMove: {
    summary: 'Preview a move',
    route: 'POST /Inventory/Move?dryRun',
    access: stock.move.access,
    effect: 'read',
    isPlanned: true,
    warehouses: stock.move.warehouses,
    input: stock.move.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    messages: stock.move.messages,
    example: { ...stock.move.example, dryRun: true },
  },
  previewIssue: {
    summary: 'Preview an issue',
    route: 'POST /Inventory/Issue?dryRun',
    access: stock.issue.access,
    effect: 'read',
    isPlanned: true,
    warehouses: stock.issue.warehouses,
    input: stock.issue.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    messages: stock.issue.messages,
    example: { ...stock.issue.example, dryRun: true },
  },
  previewAdjust: {
    summary: 'Preview an adjustment',
    route: 'POST /Inventory/Adjust?dryRun',
    access: stock.adjust.access,
    alternateAccess: stock.adjust.alternateAccess,
    effect: 'read',
    isPlanned: true,
    warehouses: stock.adjust.warehouses,
    input: stock.adjust.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    messages: stock.adjust.messages,
    example: { ...stock.adjust.example, dryRun: true },
  },
} as const satisfies Record<string, Spec>
