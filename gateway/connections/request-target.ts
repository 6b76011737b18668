import type { IncomingMessage } from 'node:http'

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
