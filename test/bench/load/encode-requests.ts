import { randomBytes } from 'node:crypto'
import type { LoadJob } from '../load-job.ts'

/** A request as HTTP/1.1 bytes. */
export interface EncodedRequest {
  readonly bytes: Buffer
  /** Where its `Idempotency-Key` begins, which is another one each time; undefined: it has none. */
  readonly keyAt: number | undefined
}

const RUN = randomBytes(8).toString('hex')
const COUNT_DIGITS = 12
const FIRST_KEY = `${RUN}-${'0'.repeat(COUNT_DIGITS)}`
let count = 0

/** The requests of a load, encoded once, so that sending one is a single write. */
export function encodeRequests({
  url,
  token,
  requests,
}: Pick<LoadJob, 'url' | 'token' | 'requests'>): EncodedRequest[] {
  const { host, pathname } = new URL(url)
  return requests.map(({ method, path, body, hasKey = false }) => {
    const content = body === undefined ? '' : JSON.stringify(body)
    const head = [
      `${method} ${pathname}${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      ...(hasKey ? [`idempotency-key: ${FIRST_KEY}`] : []),
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
    ]
    const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
    return { bytes, keyAt: hasKey ? bytes.indexOf(FIRST_KEY) : undefined }
  })
}

/** The bytes to send, with a key that no request of this load had. */
export function withNextKey({ bytes, keyAt }: EncodedRequest): Buffer {
  if (keyAt === undefined) return bytes
  // Another connection may still send the same request.
  const copy = Buffer.from(bytes)
  copy.write(String(++count).padStart(COUNT_DIGITS, '0'), keyAt + RUN.length + 1, 'latin1')
  return copy
}
