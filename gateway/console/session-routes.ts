import { type Request, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { auth } from '../../shared/contract/auth.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { actor, parseInput } from '../../shared/contract/core/fields.ts'
import { timeoutMs } from '../../shared/contract/core/operation.ts'
import type { TokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { identifyCaller, requireCaller } from '../authentication/authenticate.ts'
import { sendJson } from '../http/answer.ts'
import { readJson, receiveBody } from '../http/body.ts'
import { type Handler, inTurn, toHandler } from '../http/handler.ts'
import { limitByAddress, limitByCaller } from '../limits/enforce-rate-limit.ts'
import type { ConcurrencyLimits } from '../limits/limit-concurrency.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { clearSessionId, readSessionId, refuseUnencrypted, setSessionId } from './session-cookie.ts'
import type { SessionStore } from './session-store.ts'

const SignIn = z.object({
  clientId: auth.issueToken.input.shape.client_id,
  clientSecret: auth.issueToken.input.shape.client_secret,
  actor: actor(),
})

/** Sign-ins share the slots of the requests that they are like. */
const TOKEN_REQUEST = { operation: auth.issueToken, method: 'POST' } as const

export interface SessionRoutesParts {
  readonly sessions: SessionStore
  readonly call: Call
  readonly tokenVerifier: TokenVerifier
  readonly rateLimit: RateLimit
  readonly limits: ConcurrencyLimits
}

/** `/console/session`: signs a person in, shows who is signed in, and signs out (docs/console.md). */
export function createSessionRoutes(parts: SessionRoutesParts): RequestHandler {
  const { sessions, tokenVerifier, rateLimit } = parts
  const router = Router({ caseSensitive: true, strict: true })
  const byAddress = toHandler(limitByAddress(rateLimit))
  const identify = identifyCaller(tokenVerifier)
  const requireSession = toHandler(inTurn(identify, limitByCaller(rateLimit), requireCaller))
  router.post('/session', byAddress, signIn(parts), toHandler(inTurn(identify, requireCaller)), sendSession)
  router.get('/session', requireSession, sendSession)
  router.delete('/session', byAddress, signOut(sessions))
  router.all('/session', refuseOtherMethods)
  return router
}

/** Gets a token with the credentials, which are not kept, and begins a session; the one that the request had ends. */
function signIn({ sessions, call, limits }: SessionRoutesParts): Handler {
  const receive = receiveBody()
  return async (req, res, next) => {
    const requireBody = await receive(req, res)
    requireBody()
    refuseUnencrypted(req)
    const { clientId, clientSecret, actor } = parseInput(SignIn, readJson(req))
    const { requestId, traceparent, startedAt } = res.locals
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const deadline = startedAt + timeoutMs(auth.issueToken)
    await limits.withSlot(TOKEN_REQUEST, res, async (slot) => {
      const context = { requestId, traceparent, deadline, startDeadline: slot.startDeadline }
      const issue = () => call(auth.issueToken, grant, context, slot.mayStartLate)
      const { access_token: token, expires_in } = await slot.run(issue)
      const session = { token, actor, expires: Date.now() + expires_in * 1_000 }
      await endSession(sessions, req)
      setSessionId(res, await sessions.create(session))
      req.headers.authorization = `Bearer ${token}`
      res.locals.session = session
      next()
    })
  }
}

function signOut(sessions: SessionStore): Handler {
  return async (req, res) => {
    await endSession(sessions, req)
    clearSessionId(res)
    res.status(204).end()
  }
}

async function endSession(sessions: SessionStore, req: Request): Promise<void> {
  const id = readSessionId(req)
  if (id !== undefined) await sessions.end(id)
}

/** Who is signed in, with the client's present rights. */
const sendSession: Handler = (_req, res) => {
  const { session, caller } = res.locals
  if (!session || caller?.kind !== 'client') throw new AppError('unauthorized', 'There is no session.')
  const { id: clientId, readOnly, permissions, reports, warehouses } = caller
  const expires = new Date(session.expires).toISOString()
  sendJson(res, { clientId, actor: session.actor, readOnly, permissions, reports, warehouses, expires })
}

const refuseOtherMethods: Handler = (_req, res) => {
  res.setHeader('Allow', 'GET, HEAD, POST, DELETE')
  throw new AppError('not_implemented', 'This path does not support the method.')
}
