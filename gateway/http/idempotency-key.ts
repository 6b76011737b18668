import { AppError } from '../../shared/contract/core/errors.ts'

/** 1 to 255 visible ASCII characters, bare or as a quoted string (draft-ietf-httpapi-idempotency-key-header). */
const BARE = /^[\x21-\x7e]{1,255}$/

/** The client's name for the effect of a write; undefined if it gave none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const given = String(header)
  const key = given.length > 2 && given.startsWith('"') && given.endsWith('"') ? given.slice(1, -1) : given
  if (!BARE.test(key) || key === '""') {
    throw new AppError('bad_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  return key
}
