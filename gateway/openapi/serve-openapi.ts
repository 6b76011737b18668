import { gzipSync } from 'node:zlib'
import type { Handler } from '../http/handler.ts'
import { originOf } from '../http/request-url.ts'
import { sendBody } from '../http/send-body.ts'
import { BASE_PATH } from '../routes/routed-operation.ts'

/** Addresses whose documents are kept; a gateway has one or two. */
const MAX_KEPT = 8
/** Stands for the address in the one document that is made, at the first request for it: most gateways never send one. */
const PLACEHOLDER = 'https://base-url.invalid'

interface Served {
  readonly body: Buffer
  gzip?: Buffer
}

/**
 * Sends the OpenAPI document with the address of its server as the client wrote it, so that tools can call the operations;
 * `createDocument` gets that address, the path alone if the request names no valid host.
 */
export function serveOpenApi(createDocument: (baseUrl: string) => unknown): Handler {
  let template: string | undefined
  const documents = new Map<string, Served>()
  const find = (baseUrl: string): Served => {
    template ??= JSON.stringify(createDocument(PLACEHOLDER))
    const served = documents.get(baseUrl) ?? { body: Buffer.from(template.replaceAll(PLACEHOLDER, baseUrl)) }
    // The oldest goes first.
    const [oldest] = documents.size < MAX_KEPT ? [] : documents.keys()
    if (oldest !== undefined && !documents.has(baseUrl)) documents.delete(oldest)
    documents.set(baseUrl, served)
    return served
  }
  return (req, res) => {
    const served = find(originOf(req) + BASE_PATH)
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    sendBody(res, served.body, (body) => (served.gzip ??= gzipSync(body)))
  }
}
