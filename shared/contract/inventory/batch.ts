import { z } from 'zod'
import { dryRun, MAX_PLAN_TAG } from '../core/dry-runs.ts'
import { errorCatalogue } from '../core/errors.ts'
import { across, listOf, namedRecord, optional, text } from '../core/fields.ts'
import type { Operation, Spec } from '../core/operation.ts'
import { validatedElsewhere } from '../core/unknown-fields.ts'
import { resultField } from './fields.ts'
import { LotStep } from './records/records.ts'
import { stock } from './stock.ts'

/** Most lines of one request. */
export const MAX_BATCH_LINES = 500

/** The Idempotency-Key of a line. */
export const lineKey = z
  .string('must be a string.')
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters.')
  .nullish()
  .meta({ description: 'Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default' })

type Codes = [keyof typeof errorCatalogue, ...(keyof typeof errorCatalogue)[]]

const LineError = namedRecord('LineError', 'The error object of a line', {
  statusCode: z.int().meta({ description: 'The HTTP status' }),
  error: z.enum(Object.keys(errorCatalogue) as Codes).meta({ description: 'Code' }),
  message: z.string().meta({ description: 'Human-readable description' }),
  details: z
    .record(z.string(), z.array(z.string()).readonly())
    .readonly()
    .optional()
    .meta({ description: 'Every bad field of the line' }),
})

/** The responses of the lines, in their sequence. */
export const resultsOf = <T extends z.ZodType>(body: T) =>
  z.object({
    results: listOf(
      z.object({
        status: z.int().meta({ description: 'The status that the operation alone would have' }),
        replayed: z.literal(true).optional().meta({ description: 'The response is that of an earlier request' }),
        body: body.optional().meta({ description: 'The response, if the line was done' }),
        error: LineError.optional().meta({ description: 'The error object, if it was not' }),
      }),
      'One for each line, in the sequence of the lines',
    ),
  })

/**
 * What a line of a batch may do: operations of inventory, by their names in the contract. Another one is one more entry
 * here and in services/inventory/stock/batch/lines.ts.
 */
export const batchActions = {
  receive: stock.receive,
  move: stock.move,
  issue: stock.issue,
  hold: stock.hold,
  release: stock.release,
  adjust: stock.adjust,
  amend: stock.amend,
} as const satisfies Record<string, Spec>
export type BatchAction = keyof typeof batchActions

/** Most items of an atomic batch: it is one transaction, which other writers of its items wait for. */
export const MAX_ATOMIC_ITEMS = 100

const actions = Object.keys(batchActions)
const specs: readonly Spec[] = Object.values(batchActions)

const unknownAction = `must be one of ${actions.join(', ')}.`
/** The fields of a line besides those of its operation. */
export const batchLine = z.object(
  {
    action: z.enum(actions as [BatchAction, ...BatchAction[]], unknownAction),
    key: optional(lineKey),
    ifPlanMatch: optional(text(MAX_PLAN_TAG)),
  },
  'must be an object.',
)

const lineOptions = Object.entries<Spec>(batchActions).map(([action, { input }]) =>
  input.safeExtend({
    action: z.literal(action).meta({ description: 'What the line does; the other fields are those of that operation' }),
    key: lineKey,
    ifPlanMatch: optional(text(MAX_PLAN_TAG)).meta({
      description: 'The `plan` of the line in a dry run: it is done only if it has the same effect, else 409',
    }),
  }),
)
// One for each action, so there is a first one.
type Options<T> = [T, ...T[]]
const line = z.discriminatedUnion('action', lineOptions as Options<(typeof lineOptions)[number]>, unknownAction)

/**
 * Documented here, and checked by the service line by line: with perLine, the result of a bad line says what is wrong.
 */
const anyLine = z
  .unknown()
  .meta({ ...z.toJSONSchema(line, { io: 'input', unrepresentable: 'any' }), $schema: undefined })
validatedElsewhere.set(anyLine, line)

const batchInput = z
  .object({
    mode: z.enum(['atomic', 'perLine'], 'must be atomic or perLine.').meta({
      description: `atomic: all lines or none, of at most ${MAX_ATOMIC_ITEMS} items; perLine: each line for itself`,
    }),
    lines: z
      .array(anyLine, 'must be a list of lines.')
      .min(1, 'must have at least 1 line.')
      .max(MAX_BATCH_LINES, `must have at most ${MAX_BATCH_LINES} lines.`)
      .meta({ description: `1 to ${MAX_BATCH_LINES} lines, done in this sequence` }),
  })
  .check(
    across(({ value, issues }) => {
      if (value.mode !== 'atomic' || !Array.isArray(value.lines) || value.lines.length > MAX_BATCH_LINES) return
      for (const [index, given] of value.lines.entries()) {
        const refuse = (path: PropertyKey[], message: string) =>
          issues.push({ code: 'custom', path: ['lines', index, ...path], message, input: value })
        const { error } = line.safeParse(given)
        for (const issue of error?.issues ?? []) refuse(issue.path.length > 0 ? issue.path : ['action'], issue.message)
        if (isKeyed(given)) refuse(['key'], 'must not be given with the mode atomic.')
      }
    }),
  )

const isKeyed = (given: unknown) =>
  typeof given === 'object' && given !== null && 'key' in given && typeof given.key === 'string'

const resultOf = <T extends z.ZodType>(body: T, id: string) =>
  resultsOf(body).meta({ id, description: 'What became of the lines of a batch' })

const outputs = specs.map(({ output }) => output as z.ZodObject<{ status: z.ZodLiteral<string> }>)

const Planned = namedRecord('PlannedLine', 'What a line would do', {
  status: resultField.status('planned'),
  partNo: resultField.partNo(),
  shortID: resultField.shortID(),
  units: resultField.units('Quantity'),
  lots: z.array(LotStep).meta({ description: 'The lots that would be changed, after the lines before' }),
  plan: z.string().meta({ description: 'Names the effect, for `ifPlanMatch` of the line' }),
  warnings: resultField.warnings(),
})
export type Planned = z.output<typeof Planned>

const shared = {
  access: 'client',
  messages: {
    not_found: ['lines[3]: Lot 4711000 does not exist.'],
    conflict: ['lines[7]: Insufficient stock: requested 12, available 7.'],
  },
  countsAs: { field: 'lines', perRequest: 50 },
  maxBodyBytes: 1_500_000,
  timeoutMs: 30_000,
} as const satisfies Partial<Operation>

const example = {
  mode: 'perLine',
  lines: [
    { action: 'receive', ...stock.receive.example },
    { action: 'issue', ...stock.issue.example },
  ],
} as const

/** Many stock operations in one request (docs/interface.md#batches). */
export const batches = {
  previewBatch: {
    summary: 'Preview a batch',
    route: 'POST /Inventory/Batch/Preview',
    alternateRoutes: ['POST /Inventory/Batch?dryRun'],
    ...shared,
    effect: 'read',
    input: batchInput.safeExtend({ dryRun: dryRun.optional() }),
    output: resultOf(Planned, 'BatchPreview'),
    example: { ...example, dryRun: true },
  },
  batch: {
    summary: 'Do up to 500 stock operations in one request',
    description:
      'Each line needs the permission of its operation, and is limited to the same warehouses. perLine ' +
      'returns 200 with a result for each line; atomic does all lines or none, and an error names the line ' +
      'as `lines[7]`, counted from 0.',
    route: 'POST /Inventory/Batch',
    ...shared,
    effect: 'write',
    input: batchInput,
    output: resultOf(z.discriminatedUnion('status', outputs as Options<(typeof outputs)[number]>), 'BatchAnswer'),
    example,
  },
} as const satisfies Record<string, Spec>
