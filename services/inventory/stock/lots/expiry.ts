import { type Days, daysOf } from '../../../../shared/contract/dates/days.ts'
import { isDayName, midnightOf } from '../../../../shared/day.ts'

/** A lot that does not expire: so that first to expire is an order of the index. */
export const NEVER = new Date('9999-12-31T00:00:00.000Z')

/**
 * When a lot expires (docs/decisions/dates.md#87): the first moment at which it has expired, and the last day on
 * which it is good if it was given as a day. A day ends when it does in the warehouse where the lot is.
 */
export interface Expiry {
  readonly expires: Date
  /** Absent from records of earlier versions, until `expiry-zones.ts` has completed them. */
  readonly expiresDay?: string | null | undefined
}

/** As a request gives it. A day gets its end by `settleExpiry`, when it is known where the lot is. */
export function toExpiry(given: string | null | undefined): Expiry & { readonly expiresDay: string | null } {
  if (given === null || given === undefined) return { expires: NEVER, expiresDay: null }
  const expires = new Date(given)
  const isNever = expires.getTime() === NEVER.getTime()
  return { expires, expiresDay: isDayName(given) && !isNever ? given : null }
}

/** The days of a warehouse. */
export type DaysOf = (wid: number) => Promise<Days>
export const daysInUtc: DaysOf = async () => daysOf('UTC')

/** The same lot, whose day ends when it does in its warehouse. */
export async function settleExpiry<L extends Expiry & { readonly wid: number }>(lot: L, daysIn: DaysOf): Promise<L> {
  return lot.expiresDay ? { ...lot, expires: endOf(lot.expiresDay, await daysIn(lot.wid)) } : lot
}

/** The moment from which a lot has expired that is good on a day. */
export const endOf = (expiresDay: string, days: Days): Date => new Date(days.endOf(expiresDay).getTime() + 1)

/** The fields of responses: a day as midnight in UTC, as always, and the moment from which the lot has expired. */
export function showExpiry(lot: Expiry) {
  return { expires: shownExpires(lot), goodUntil: isNever(lot) ? null : lot.expires.toISOString() }
}

export function shownExpires(lot: Expiry): string | null {
  if (isNever(lot)) return null
  return lot.expiresDay ? midnightOf(lot.expiresDay) : lot.expires.toISOString()
}

const isNever = ({ expires }: Expiry) => expires.getTime() === NEVER.getTime()
