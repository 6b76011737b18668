import { AppError } from '../../shared/contract/core/errors.ts'
import { MAX_HEADERS } from '../connections/server.ts'
import type { Handler } from './handler.ts'

/**
 * 400 for requests that two servers could read differently (request smuggling): not exactly one Host (RFC 9112, 3.2; Node.js
 * takes the first of two), or more headers than Node.js hands over.
 */
export const refuseAmbiguousHeaders: Handler = (req, _res, next) => {
  const { rawHeaders, httpVersion } = req
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw new AppError('bad_request', 'The request has more than one Host header.')
  if (hosts === 0 && httpVersion !== '1.0') throw new AppError('bad_request', 'The request has no Host header.')
  if (rawHeaders.length > 2 * MAX_HEADERS) throw new AppError('bad_request', 'The request has too many headers.')
  next()
}
