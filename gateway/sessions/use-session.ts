import type { Request } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Handler, Response } from '../http/handler.ts'
import { BASE_PATH } from '../routes/routed-operation.ts'
import type { PersonSessions } from './person-sessions.ts'
import { publicIdOf, readSessionId } from './session-cookie.ts'

const API = '/console/api/'
const SESSION = '/console/session'

/**
 * Turns `/console/api/…` into the same request of the interface, and the session of its cookie into token and actor. From
 * here on it is a request like any other; without a session, one without a token.
 */
export function useSession(sessions: Pick<PersonSessions, 'find'>): Handler {
  const enter = async (req: Request, res: Response) => {
    // What a person saw is not for the next one at this computer.
    res.setHeader('Cache-Control', 'no-store')
    refuseForeign(req)
    const id = readSessionId(req)
    const session = id === undefined ? undefined : await sessions.find(id, res.locals)
    delete req.headers.authorization
    delete req.headers['x-actor']
    if (id === undefined || !session) return
    const publicId = publicIdOf(id)
    refuseOther(req, publicId)
    req.headers.authorization = `Bearer ${session.token}`
    req.headers['x-actor'] = encodeURIComponent(session.actor)
    res.locals.session = { ...session, publicId }
  }
  return (req, res, next) => {
    const isApi = req.path.startsWith(API)
    if (!isApi && req.path !== SESSION) return next()
    return enter(req, res).then(() => {
      if (isApi) req.url = `${BASE_PATH}/${req.url.slice(API.length)}`
      next()
    }, next)
  }
}

/**
 * 403 for a write that a page of this host did not send: browsers set `Sec-Fetch-Site` themselves (W3C Fetch Metadata), and
 * let other origins send `X-Console` only with a permission that the gateway never gives (CORS).
 */
function refuseForeign({ method, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return
  if (headers['sec-fetch-site'] === 'same-origin' && headers['x-console'] === '1') return
  throw new AppError('forbidden', 'The request does not come from the console.')
}

/**
 * 401 for a page that believes in another session than the cookie's: somebody has signed in in another tab meanwhile, and
 * what one person does must not be done as another one. Without the header it is the cookie's session.
 */
function refuseOther({ headers }: Request, publicId: string): void {
  const believed = headers['x-console-session']
  if (believed !== undefined && believed !== publicId)
    throw new AppError('unauthorized', 'This browser has another session than the page.')
}
