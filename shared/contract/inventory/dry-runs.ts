import { z } from 'zod'
import { dryRunOf } from '../core/dry-runs.ts'
import type { Spec } from '../core/operation.ts'
import { resultField } from './fields.ts'
import { LotStep } from './records/records.ts'
import { stock } from './stock.ts'

/** So many lots that are passed over are named. */
export const MAX_PASSED_OVER = 100

const DryRun = z
  .object({
    status: resultField.status('planned'),
    partNo: resultField.partNo(),
    shortID: resultField.shortID(),
    units: resultField.units('Quantity'),
    lots: z.array(LotStep).meta({ description: 'The lots that would be changed, in the order of choice' }),
    passedOver: z
      .array(
        z.object({
          recNo: resultField.recNo('the lot'),
          spot: resultField.spot('Bin'),
          units: resultField.units('Quantity in the lot'),
          reason: z.string().meta({ description: 'Why the lot is passed over' }),
        }),
      )
      .meta({
        description:
          'Lots of the item in the warehouse that would not be changed, and why: the first ' +
          `${MAX_PASSED_OVER}, first to expire first`,
      }),
    passedOverCount: z.int().optional().meta({ description: 'How many lots are passed over in all' }),
    plan: z.string().meta({ description: 'Names the effect, as X-Plan does: for If-Plan-Match' }),
    warnings: resultField.warnings(),
  })
  .meta({ id: 'Preview', description: 'What a request would do' })
export type DryRun = z.output<typeof DryRun>

/** Dry runs of stock changes that also list the lots that they would not touch. */
export const dryRuns = {
  previewReceive: dryRunOf(stock.receive, 'Preview a receipt', DryRun),
  previewMove: dryRunOf(stock.move, 'Preview a move', DryRun),
  previewIssue: dryRunOf(stock.issue, 'Preview an issue', DryRun),
  previewAdjust: dryRunOf(stock.adjust, 'Preview an adjustment', DryRun),
} as const satisfies Record<string, Spec>
