import { AppError } from '../../shared/contract/core/errors.ts'
import { actor } from '../../shared/contract/core/fields.ts'

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
