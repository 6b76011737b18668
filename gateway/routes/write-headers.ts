import { MAX_PLAN_TAG } from '../../shared/contract/core/dry-runs.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { actor } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'

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

const ASCII = /^[\x20-\x7e]*$/
const schema = actor()

/**
 * The `X-Actor` of a write: 1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII, since clients
 * and servers read other bytes of a header differently. undefined without the header, 400 for any other value.
 */
export function readActor(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const result = schema.safeParse(decode(String(header)))
  if (result.success) return result.data
  throw new AppError('bad_request', 'The X-Actor must be 1 to 64 printable characters, percent-encoded beyond ASCII.')
}

function decode(header: string): string | undefined {
  if (!ASCII.test(header)) return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    // No percent-encoding of UTF-8.
    return undefined
  }
}

/**
 * `If-Plan-Match` of a write that has a dry run. 400 for a request that has none: a condition that is not looked at would be
 * taken for kept.
 */
export function readPlanMatch(
  { hasDryRun, effect }: Operation,
  header: string | string[] | undefined,
): string | undefined {
  if (header === undefined) return undefined
  if (!hasDryRun || effect === 'read')
    throw new AppError('bad_request', 'This request has no plan that If-Plan-Match could name.')
  const tag = String(header)
  if (tag.length > MAX_PLAN_TAG) throw new AppError('bad_request', 'The If-Plan-Match is no X-Plan of this version.')
  return tag
}
