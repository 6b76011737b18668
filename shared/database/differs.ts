import { isDeepStrictEqual } from 'node:util'

/** Whether a stored record would be another one with these fields. */
export function differs<R extends object>(record: R, fields: Partial<R>): boolean {
  return !isDeepStrictEqual({ ...record, ...fields }, record)
}
