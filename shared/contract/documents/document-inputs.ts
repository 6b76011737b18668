import { z } from 'zod'
import { across, id, integerText, optional, requiredText, text } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'
import { pageQuery } from '../core/paging.ts'
import { dayOrMoment } from '../dates/date-fields.ts'

// Fields of requests that families of documents share: orders, transits, counts and reservations.

/** Most orders on a page (docs/interface.md#limits). */
export const MAX_ORDER_PAGE_SIZE = 50
const MAX_LINE_NO = 999_999

/** What names a record in a path. The path with `All` is that of the list. */
export const pathText = () => requiredText(64).refine((value) => value !== 'All', 'must not be "All".')

export const orderNo = (what: string) => pathText().meta({ description: `Number of the ${what}` })

/** The number that a client gives to an order, transit or count of a family that it makes. */
export const newOrderNo = (family: string, what: string) =>
  optional(newName(family)).meta({ description: `Number of the ${what}, assigned if it is not given` })

/** Query fields of the lists of a family, and of those below a document, such as its lines. */
export const documentQuery = () => pageQuery(MAX_ORDER_PAGE_SIZE)

/** Query fields that restrict a list to a time; the texts say which documents, and with what: `counts created`. */
export const period = (what: string) => ({
  startDate: optional(dayOrMoment('from')).meta({ description: `Only ${what} on this day, at this moment or later` }),
  endDate: optional(dayOrMoment('until', 'startDate')).meta({
    description: `Only ${what} on this day, at this moment or earlier`,
  }),
})
/** The same for dates that may have been given as days. */
export const datedPeriod = (since: string, until: string) => ({
  startDate: optional(dayOrMoment('fromDate')).meta({
    description: `Only ${since} on this day, at this moment or later`,
  }),
  endDate: optional(dayOrMoment('untilDate', 'startDate')).meta({
    description: `Only ${until} on this day, at this moment or earlier`,
  }),
})
export const warehouseFilter = (description: string) => optional(integerText(id())).meta({ description })

/** An optional filter or field with one of the given values. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  optional(z.enum(values, `must be one of ${values.join(', ')}.`)).meta({ description })

export const shortText = (description: string) => optional(text(64)).meta({ description })
export const remark = () => optional(text(255)).meta({ description: 'Notes' })
export const priority = (description: string) =>
  optional(id()).meta({ description: `${description}; a higher number comes first` })

export const lineNo = () =>
  z
    .int('must be an integer.')
    .min(1, 'must be 1 or greater.')
    .max(MAX_LINE_NO, `must be at most ${MAX_LINE_NO}.`)
    .meta({ description: 'Number of the line, unique within the order; the next free one by default' })

/** A line of a request. */
export const inputLine = <T extends z.ZodRawShape>(fields: T) => z.object(fields, 'must be an array of objects.')

export const atMostLines = <T extends z.ZodType>(max: number, line: T) =>
  z.array(line, 'must be an array.').max(max, `must have at most ${max} lines.`)

export const someLines = <T extends z.ZodType>(max: number, line: T) =>
  atMostLines(max, line)
    .min(1, 'must have at least one line.')
    .meta({ description: `1 to ${max} lines` })

/** Lines of a document that exists, named by their numbers. */
export const namedLines = <T extends z.ZodType<{ lineNo: number }>>(max: number, line: T) =>
  someLines(max, line)
    .check(eachOnce())
    .meta({ description: `1 to ${max} lines, each once` })

/** Each line at most once. */
export const eachOnce = () =>
  across<{ readonly lineNo: number }[]>(({ value, issues }) => {
    if (!Array.isArray(value)) return
    const numbers = value.map((one): unknown => Object(one).lineNo)
    for (const [index, number] of numbers.entries())
      if (number !== undefined && numbers.indexOf(number) < index)
        issues.push({ code: 'custom', path: [index, 'lineNo'], message: 'must be unique.', input: value })
  })
