import type { CookieOptions, Request } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Answer } from '../http/handler.ts'

/** `Secure` and bound to the host (RFC 6265bis, 4.1.3.2), except on plain http of the machine itself, which refuses that. */
const nameOf = ({ secure }: Request) => (secure ? '__Host-console' : 'console')
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The session id that the request carries. */
export function readSessionId(req: Request): string | undefined {
  const name = nameOf(req)
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  return pairs.find(([given]) => given === name)?.[1]
}

/** 403 for a sign-in that would send the session over a network without encryption. */
export function refuseUnencrypted(req: Request): void {
  if (!req.secure && !LOOPBACK.test(req.hostname)) {
    throw new AppError('forbidden', 'The console takes https, also behind a proxy (TRUST_PROXY), except on localhost.')
  }
}

export function setSessionId(res: Answer, id: string): void {
  res.cookie(nameOf(res.req), id, attributesOf(res.req))
}

export function clearSessionId(res: Answer): void {
  res.clearCookie(nameOf(res.req), attributesOf(res.req))
}

const attributesOf = ({ secure }: Request): CookieOptions => ({ httpOnly: true, sameSite: 'strict', path: '/', secure })
