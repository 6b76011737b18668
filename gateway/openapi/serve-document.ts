import { sendNotModified } from '../http/etag.ts'
import type { Handler } from '../http/handler.ts'

/** Sends a JSON document that does not change while the gateway runs. */
export function serveDocument(document: unknown): Handler {
  const body = Buffer.from(JSON.stringify(document))
  return (_req, res) => {
    if (sendNotModified(res, body)) return
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    res.setHeader('Content-Length', body.length)
    res.end(body)
  }
}
