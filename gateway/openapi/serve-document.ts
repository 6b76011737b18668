import { gzipSync } from 'node:zlib'
import type { Handler } from '../http/handler.ts'
import { sendBody } from '../http/send-body.ts'

/** Sends a JSON document that does not change while the gateway runs; compressed once. */
export function serveDocument(document: unknown): Handler {
  const body = Buffer.from(JSON.stringify(document))
  let compressed: Buffer | undefined
  return (_req, res) => {
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    sendBody(res, body, () => (compressed ??= gzipSync(body)))
  }
}
