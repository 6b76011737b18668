import helmet from 'helmet'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Begin } from './handler.ts'
import { MAX_HEADERS } from './server.ts'

/**
 * 400 for requests that two servers could read differently (request smuggling): not exactly one Host (RFC 9112, 3.2; Node.js
 * takes the first of two), or more headers than Node.js hands over.
 */
export const refuseAmbiguousHeaders: Begin = (req) => {
  const { rawHeaders, httpVersion } = req
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw new AppError('bad_request', 'The request has more than one Host header.')
  if (hosts === 0 && httpVersion !== '1.0') throw new AppError('bad_request', 'The request has no Host header.')
  if (rawHeaders.length > 2 * MAX_HEADERS) throw new AppError('bad_request', 'The request has too many headers.')
}

/** helmet's headers and `X-API-Version`. They are the same for every response, so helmet runs once, not per request. */
export function securityHeaders(): Begin {
  const headers = new Map<string, string>([['X-API-Version', 'v1']])
  const collector = {
    setHeader: (name: string, value: string) => void headers.set(name, value),
    removeHeader: () => undefined,
  }
  const collect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
  })
  // helmet only calls these two functions of a response, and nothing of the request.
  collect({} as never, collector as never, () => undefined)
  const fixed = [...headers]
  return (_req, res) => {
    for (const [name, value] of fixed) res.setHeader(name, value)
  }
}
