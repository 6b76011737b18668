import type { Request } from 'express'

/** Name or address, with a port if it is not the scheme's own (RFC 9110, 7.2). */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Scheme and host of the request, from a trusted proxy's headers where it came through one; empty without a valid host. */
export function originOf(req: Request): string {
  const host: string | undefined = req.host
  const origin = `${req.protocol}://${host}`
  // A port may be too large.
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : ''
}
