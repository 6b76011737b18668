import { z } from 'zod'
import { errorCatalogue } from '../core/errors.ts'

/** Most lines of one request. */
export const MAX_BATCH_LINES = 500

/** The Idempotency-Key of a line. */
export const lineKey = z
  .string('must be a string.')
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters.')
  .nullish()
  .meta({ description: 'Idempotency-Key of this line, with perLine; <the key of the request>/<index> by default' })

type Codes = [keyof typeof errorCatalogue, ...(keyof typeof errorCatalogue)[]]

const LineError = z
  .object({
    statusCode: z.int().meta({ description: 'The HTTP status' }),
    error: z.enum(Object.keys(errorCatalogue) as Codes).meta({ description: 'Code' }),
    message: z.string().meta({ description: 'Human-readable description' }),
    details: z
      .record(z.string(), z.array(z.string()).readonly())
      .readonly()
      .optional()
      .meta({ description: 'Every bad field of the line' }),
  })
  .meta({ id: 'LineError', description: 'The error object of a line' })

/** The answers of the lines, in their sequence. */
export const resultsOf = <T extends z.ZodType>(body: T) =>
  z.object({
    results: z
      .array(
        z.object({
          status: z.int().meta({ description: 'The status that the operation alone would have' }),
          replayed: z.literal(true).optional().meta({ description: 'The answer is that of an earlier request' }),
          body: body.optional().meta({ description: 'The answer, if the line was done' }),
          error: LineError.optional().meta({ description: 'The error object, if it was not' }),
        }),
      )
      .meta({ description: 'One for each line, in the sequence of the lines' }),
  })
