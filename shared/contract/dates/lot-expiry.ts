import { z } from 'zod'

const moment = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })

/** When a lot expires, as answers say it (docs/decisions/dates.md#87). */
export const lotExpiry = {
  expires: moment(
    'When it expires, in UTC: midnight of the last day on which it is good, or the moment from which it has expired, ' +
      'as it was given; null if never',
  ),
  goodUntil: moment(
    'The moment from which it has expired, in UTC: of a day its end in the time zone of the warehouse; null if never',
  ),
}
