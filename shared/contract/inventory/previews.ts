import { z } from 'zod'
import { flagText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { told } from './answer-fields.ts'
import { LotStep } from './records.ts'
import { stock } from './stock.ts'

const Preview = z
  .object({
    status: told.status('planned'),
    partNo: told.partNo(),
    shortID: told.shortID(),
    units: told.units('Quantity'),
    lots: z.array(LotStep).meta({ description: 'What would be done to which lot, in the order of choice' }),
    passedOver: z
      .array(
        z.object({
          recNo: told.recNo('The lot'),
          spot: told.spot('Bin'),
          units: told.units('Quantity in it'),
          reason: z.string().meta({ description: 'Why it is passed over' }),
        }),
      )
      .meta({ description: 'Lots of the item in the warehouse that would not be touched, and why' }),
  })
  .meta({ id: 'Preview', description: 'What would happen' })
export type Preview = z.output<typeof Preview>

/** Takes every request that says dryRun; anything but true is refused rather than done. */
const dryRun = flagText()
  .refine((value) => value, 'must be true.')
  .meta({ description: 'true: answer what would happen, and change nothing', enum: [true] })

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
    messages: stock.receive.messages,
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
    messages: stock.move.messages,
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
    messages: stock.issue.messages,
    example: { ...stock.issue.example, dryRun: true },
  },
} as const satisfies Record<string, Spec>
