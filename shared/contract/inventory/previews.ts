import { z } from 'zod'
import { flagText } from '../fields.ts'
import type { Spec } from '../operation.ts'
import { LotStep } from './records.ts'
import { stock } from './stock.ts'

const Preview = z
  .object({
    status: z.literal('planned'),
    partNo: z.int(),
    shortID: z.string(),
    units: z.number(),
    lots: z.array(LotStep).meta({ description: 'What would be done to which lot, in the order of choice' }),
    passedOver: z
      .array(z.object({ recNo: z.int(), spot: z.string(), units: z.number(), reason: z.string() }))
      .meta({ description: 'Lots of the item in the warehouse that would not be touched, and why' }),
  })
  .meta({ id: 'Preview' })
export type Preview = z.output<typeof Preview>

/** Takes every request that says dryRun; anything but true is refused rather than done. */
const dryRun = flagText()
  .refine((value) => value, 'must be true.')
  .meta({ description: 'true: answer what would happen, and change nothing' })

/** The same requests as those that change stock, answered with what would happen. Our extension. */
export const previews = {
  previewReceive: {
    summary: 'What a receipt would do',
    route: 'POST /Inventory/Receive?dryRun',
    access: stock.receive.access,
    effect: 'read',
    warehouses: stock.receive.warehouses,
    input: stock.receive.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    example: { ...stock.receive.example, dryRun: true },
  },
  previewMove: {
    summary: 'What a move would do',
    route: 'POST /Inventory/Move?dryRun',
    access: stock.move.access,
    effect: 'read',
    warehouses: stock.move.warehouses,
    input: stock.move.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    example: { ...stock.move.example, dryRun: true },
  },
  previewIssue: {
    summary: 'What an issue would do',
    route: 'POST /Inventory/Issue?dryRun',
    access: stock.issue.access,
    effect: 'read',
    warehouses: stock.issue.warehouses,
    input: stock.issue.input.safeExtend({ dryRun }),
    output: Preview,
    errors: ['conflict'],
    example: { ...stock.issue.example, dryRun: true },
  },
} as const satisfies Record<string, Spec>
