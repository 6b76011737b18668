import { z } from 'zod'

// Fields of responses and events that families of documents share: orders, transits, counts and reservations.

export const numberOf = (what: string) => z.string().meta({ description: `Number of the ${what}` })
export const statusOf = <const T extends readonly [string, ...string[]]>(statuses: T, description: string) =>
  z.enum(statuses).meta({ description })
export const moment = (description: string) => z.string().meta({ description, format: 'date-time' })
export const momentOrNull = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })
export const quantity = (description: string) => z.number().meta({ description })
export const totalLines = z.int().meta({ description: 'Number of lines' })

/** What names a line, and what it is of. */
export const lineKey = {
  lineNo: z.int().meta({ description: 'Number of the line' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
}
/** As above, in the lines of a response. */
export const lineItem = {
  ...lineKey,
  description: z.string().meta({ description: 'Item description' }),
}
