import { gzipSync } from 'node:zlib'
import type { Handler } from './handler.ts'
import { sendBody } from './send-body.ts'

/** Sends a file, read and compressed at the first request for it: most gateways never show a page, and 1.5 MB become 0.5. */
export function serveFile(headers: Readonly<Record<string, string>>, read: () => string | Buffer): Handler {
  let file: Buffer | undefined
  let compressed: Buffer | undefined
  return (_req, res) => {
    file ??= Buffer.from(read())
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    sendBody(res, file, (body) => (compressed ??= gzipSync(body)))
  }
}
