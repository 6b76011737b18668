import { z } from 'zod'
import { isDayName } from '../../day.ts'
import { id, integerText, optional, requiredText } from '../core/fields.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { parameters } from './kinds.ts'

const day = (description: string) =>
  optional(dayOrMoment('reported').refine(isDayName, 'must be a day as 2026-01-31.'))
    .meta({ description })
    .register(parameters, { kind: 'day' })

const numberOf = (description: string) =>
  optional(integerText(id())).meta({ description }).register(parameters, { kind: 'number' })

/** Which items and warehouses a report is restricted to. */
export const restrictions = {
  wid: numberOf('Only this warehouse'),
  itemID: optional(requiredText(64)).meta({ description: 'Only the item with this ShortID' }),
  category: numberOf('Only items that are in this category now'),
}

/** The moment that a report shows. */
export const asOf = optional(dayOrMoment('reported'))
  .meta({ description: 'Day, to its end, or moment in UTC; now by default' })
  .register(parameters, { kind: 'moment' })

/** The days that a report shows. */
export const period = {
  from: day('First day; 29 days before the last by default'),
  to: day('Last day; today by default'),
}

/** One of a few words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, description: string) =>
  z
    .enum(words, `must be one of ${words.join(', ')}.`)
    .nullish()
    .transform((word): T[number] => word ?? words[0])
    .meta({ description })
    .register(parameters, { kind: 'choice', choices: words })
