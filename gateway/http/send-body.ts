import { gzipSync } from 'node:zlib'
import { sendNotModified } from './etag.ts'
import type { Answer } from './handler.ts'

/** Bodies of up to this many bytes are sent as they are. */
const MAX_UNCOMPRESSED = 1_024

/**
 * Ends an answer with its body, by gzip if the request accepts it and the body is longer than 1 kB. It is 304 without a body
 * if the client has it already. `Content-Type` and the status are set before.
 */
export function sendBody(res: Answer, body: Buffer, toGzip: (body: Buffer) => Buffer = compress): void {
  const isGzip = body.length > MAX_UNCOMPRESSED && acceptsGzip(res)
  if (res.statusCode === 200 && sendNotModified(res, body, isGzip ? '-gzip' : '')) return
  const content = isGzip ? toGzip(body) : body
  if (isGzip) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Length', content.length)
  res.end(content)
}

/** Whether the request prefers gzip to an uncompressed body (RFC 9110, 12.5.3); `Vary` says that answers differ by it. */
function acceptsGzip(res: Answer): boolean {
  res.setHeader('Vary', 'Accept-Encoding')
  const { req } = res
  return Boolean(req.headers['accept-encoding']) && req.acceptsEncodings(['gzip', 'identity']) === 'gzip'
}

/**
 * Runs at once on this thread: 30 µs of CPU for a page of 25 records (8 kB) and 150 µs for 250. The middleware
 * `compression`, which streams through zlib's threads, takes 230 and 550 µs. Level 1 makes bodies 10 % longer than
 * level 6, at half its CPU.
 */
function compress(body: Buffer): Buffer {
  return gzipSync(body, { level: 1 })
}
