import { z } from 'zod'
import { operatorWrite } from '../core/access.ts'
import type { ErrorDetails } from '../core/errors.ts'
import { across, actor, decimal, id, MAX_DECIMAL, optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { lineKey, MAX_BATCH_LINES, resultsOf } from './batch.ts'
import { bin, itemID, newBin, wid } from './fields.ts'

export const movementTypes = ['receive', 'issue', 'move', 'adjust'] as const

/** Fields that some types have. */
const fieldsOf = {
  receive: ['price', 'expires', 'supplier'],
  issue: [],
  move: ['toSpot', 'toWid'],
  adjust: [],
} as const satisfies Record<(typeof movementTypes)[number], readonly string[]>

const signedUnits = z
  .number('must be a number.')
  .refine((units) => units !== 0, 'must not be 0.')
  .refine((units) => Math.abs(units) <= MAX_DECIMAL, `must be from -${MAX_DECIMAL} to ${MAX_DECIMAL}.`)
  .refine((units) => decimal().safeParse(Math.abs(units)).success, 'must have at most 6 decimal places.')

/** A movement of stock in another system, which happened before it is entered here. */
export const importedMovement = z
  .object({
    at: dayOrMoment('starts').meta({
      description: 'When it happened; not before the last entry of the item, nor in the future',
    }),
    type: z.enum(movementTypes, `must be one of ${movementTypes.join(', ')}.`).meta({ description: 'What happened' }),
    item: itemID(),
    wid: wid('Warehouse; of a move the source'),
    units: signedUnits.meta({ description: 'Quantity; negative only for an adjustment that took off' }),
    spot: newBin('Bin; of a move the source'),
    toSpot: newBin('Destination bin of a move'),
    toWid: optional(id()).meta({ description: 'Destination warehouse of a move' }),
    price: optional(decimal()).meta({ description: 'Unit cost of a receipt' }),
    expires: optional(dayOrMoment('through')).meta({
      description: 'The last day on which a receipt is good, or the moment from which it has expired',
    }),
    supplier: optional(id()).meta({ description: 'Vendor of a receipt' }),
    reasonCode: optional(id()).meta({ description: 'A registered reason code; none by default' }),
    reference: bin('External reference'),
    remark: optional(text(255)).meta({ description: 'Notes' }),
    actor: optional(actor()).meta({ description: 'Name of the person who did it' }),
    key: lineKey,
  })
  .check(
    across(({ value, issues }) => {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [field], message, input: value })
      if (!movementTypes.includes(value.type)) return
      if (value.type !== 'adjust' && typeof value.units === 'number' && value.units < 0)
        refuse('units', 'must be greater than 0.')
      const own: readonly string[] = fieldsOf[value.type]
      for (const field of Object.values(fieldsOf).flat())
        if (value[field] !== undefined && !own.includes(field)) refuse(field, `must not be given with ${value.type}.`)
      if (value.type === 'move' && value.toSpot === undefined && value.toWid === undefined)
        refuse('toSpot', 'is required.')
    }),
  )
export type ImportedMovement = z.output<typeof importedMovement>

/** Details of a line that is not entered, since an earlier one of its item was refused: corrected, that is before it. */
export const afterRefused = (line: number): ErrorDetails => ({
  [`lines[${line}]`]: [`lines[${line}] of the item was refused, so no later line of it is entered.`],
})

/** The index of the refused line, of the details of one that was not entered because of it. */
export function refusedBefore(details: ErrorDetails = {}): number | undefined {
  const [, line] = /^lines\[(\d+)\]$/.exec(Object.keys(details)[0] ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}

const Entered = z.object({ partNo: z.int(), shortID: z.string(), status: z.string() })

/** The history of another system (docs/operating.md#history). */
export const historyImport = {
  importHistory: {
    summary: 'Enter movements of another system as of when they happened; each line for itself, oldest first',
    command: 'history enter',
    ...operatorWrite,
    timeoutMs: 30_000,
    input: z.object({
      lines: z
        // Checked line by line: one of the results says what is wrong with a bad line.
        .array(z.record(z.string(), z.unknown(), 'must be an object.'), 'must be a list of lines.')
        .min(1, 'must have at least 1 line.')
        .max(MAX_BATCH_LINES, `must have at most ${MAX_BATCH_LINES} lines.`)
        .meta({ description: `1 to ${MAX_BATCH_LINES} movements, as rows of \`history import\`` }),
    }),
    output: resultsOf(Entered),
  },
} as const satisfies Record<string, Spec>
