import { hash } from 'node:crypto'
import type { CookieOptions, Request } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Response } from '../http/handler.ts'
import { LOOPBACK } from '../http/request-url.ts'

interface ConsoleCookie {
  read(req: Request): string | undefined
  set(res: Response, value: string): void
  clear(res: Response): void
}

/** The values of cookies are ids. What else a browser sends is not looked at, nor kept. */
const ID = /^[\w-]{1,64}$/

/** `Secure` and bound to the host (RFC 6265bis, 4.1.3.2), except on plain http of the machine itself, which refuses that. */
function defineCookie(plainName: string, options: Pick<CookieOptions, 'sameSite' | 'maxAge'>): ConsoleCookie {
  const nameOf = ({ secure }: Request) => (secure ? `__Host-${plainName}` : plainName)
  const attributesOf = ({ secure }: Request): CookieOptions => ({
    httpOnly: true,
    sameSite: options.sameSite,
    path: '/',
    secure,
  })
  return {
    read(req) {
      const name = nameOf(req)
      const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
      const value = pairs.find(([given]) => given === name)?.[1]
      return value !== undefined && ID.test(value) ? value : undefined
    },
    set(res, value) {
      const { maxAge } = options
      res.cookie(nameOf(res.req), value, Object.assign(attributesOf(res.req), maxAge === undefined ? {} : { maxAge }))
    },
    clear(res) {
      res.clearCookie(nameOf(res.req), attributesOf(res.req))
    },
  }
}

/** The session id. */
const session = defineCookie('console', { sameSite: 'strict' })
export const { read: readSessionId, set: setSessionId, clear: clearSessionId } = session

/** How pages name a session. It opens nothing, and is another hash than the one under which Redis has the session. */
export const publicIdOf = (id: string): string => hash('sha256', `public ${id}`)

/**
 * Names a sign-in that is under way at the provider. The provider sends the person back by a link of another site, with
 * which browsers send no `Strict` cookie; with a `Lax` one they do, if it is a GET of a whole page. It opens nothing: it
 * proves that the browser that comes back is the one that was sent.
 */
export const attemptCookie = defineCookie('console-sign-in', { sameSite: 'lax', maxAge: 600_000 })

/** 403 for a sign-in that would send the session over a network without encryption. */
export function refuseUnencrypted(req: Request): void {
  if (!req.secure && !LOOPBACK.test(req.hostname)) {
    throw new AppError('forbidden', 'The console takes https, also behind a proxy (TRUST_PROXY), except on localhost.')
  }
}
