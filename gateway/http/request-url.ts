import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'

/** Name or address, with a port if it is not the scheme's own (RFC 9110, 7.2). */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Hosts that are this machine. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Scheme and host of the request, from a trusted proxy's headers where it came through one; empty without a valid host. */
export function originOf(req: Request): string {
  const host: string | undefined = req.host
  const origin = `${req.protocol}://${host}`
  // A port may be too large.
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : ''
}

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)/i

/** Makes `/path` of `http://host/path`, which clients may send (RFC 9112, 3.2.2). That host replaces the Host header. */
export function toOriginForm(req: IncomingMessage): void {
  const { url = '' } = req
  const [start, host] = ABSOLUTE_FORM.exec(url) ?? []
  if (start === undefined) return
  const rest = url.slice(start.length)
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  req.headers.host = host
}

/** Whether a target has a path, which addresses of other schemes need not have; `*` is for `OPTIONS`. */
export const hasPath = ({ url = '' }: IncomingMessage): boolean => /^[/*]/.test(url)
