import { AppError } from '../../shared/contract/core/errors.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * The `Idempotency-Key` of a write: 1 to 255 visible ASCII characters, bare or as a quoted string
 * (draft-ietf-httpapi-idempotency-key-header). undefined without the header, 400 for any other value.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const given = String(header)
  const key = given.length > 2 && given.startsWith('"') && given.endsWith('"') ? given.slice(1, -1) : given
  if (!KEY.test(key) || key === '""') {
    throw new AppError('bad_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  return key
}
