import type { z } from 'zod'
import { validationError } from '../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../shared/contract/core/fields.ts'
import type { Days } from '../../../shared/contract/dates/days.ts'
import { reportQuery } from '../../../shared/contract/reports/reporting.ts'
import { isDayName } from '../../../shared/day.ts'

type Asked = Readonly<Record<string, unknown>>

/** Parameters that are days or moments. */
const TIMES = ['asOf', 'from', 'to'] as const

/** A report's own parameters, from the query and from its `flags`. Throws 400 for each that is wrong. */
export function readAsked(parameters: z.ZodObject, query: Asked, days: Days, now: Date): Asked {
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(reportQuery, name)))
  const { flags } = query
  const asked = parseInput(parameters, withFlags(own, typeof flags === 'string' ? flags : '', parameters))
  requireTimes(asked, days, now)
  return asked
}

function withFlags(own: Asked, flags: string, parameters: z.ZodObject): Asked {
  const names = Object.keys(parameters.shape)
  const given = flags.split(';').filter((flag) => flag.trim() !== '')
  const bad = new Map<string, string[]>()
  const read = new Map<string, string>()
  for (const flag of given) {
    const [key = '', ...rest] = flag.split('=')
    const name = names.find((one) => one.toLowerCase() === key.trim().toLowerCase())
    if (name === undefined) bad.set(key.trim(), [`The field ${key.trim()} is no parameter of this report.`])
    else if (read.has(name) || own[name] !== undefined) bad.set(name, [`The field ${name} must be given once.`])
    else read.set(name, rest.join('=').trim())
  }
  // Whatever the fields are called: an assignment to `__proto__` is lost.
  if (bad.size > 0) throw validationError(Object.fromEntries(bad))
  return { ...own, ...Object.fromEntries(read) }
}

/** Throws 400 for times in the future, and for a period that ends before it begins. */
function requireTimes(asked: Asked, days: Days, now: Date): void {
  const today = days.dayOf(now).name
  const isFuture = (written: string) => (isDayName(written) ? written > today : new Date(written) > now)
  const bad: Record<string, string[]> = {}
  for (const name of TIMES) {
    const written = asked[name]
    if (typeof written === 'string' && isFuture(written)) bad[name] = [`The field ${name} must not be in the future.`]
  }
  const { from, to } = asked
  if (typeof from === 'string' && typeof to === 'string' && from > to)
    bad.from = [...(bad.from ?? []), 'The field from must not be after to.']
  if (Object.keys(bad).length > 0) throw validationError(bad)
}
