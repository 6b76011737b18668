import { type Request, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { auth } from '../../shared/contract/auth.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { actor, parseInput } from '../../shared/contract/core/fields.ts'
import { timeoutMs } from '../../shared/contract/core/operation.ts'
import type { TokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { presentMs } from '../../shared/process/time/clock.ts'
import { identifyCaller, requireCaller } from '../http/authenticate.ts'
import { readJson, receiveBody } from '../http/body.ts'
import { type Handler, inTurn, notImplemented, type Response, toHandler } from '../http/handler.ts'
import { originOf } from '../http/request-url.ts'
import { sendJson } from '../http/response.ts'
import { limitByAddress, limitByCaller } from '../limits/enforce-rate-limit.ts'
import type { ConcurrencyLimits } from '../limits/limit-concurrency.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { clearSessionId, publicIdOf, readSessionId, refuseUnencrypted, setSessionId } from './session-cookie.ts'
import type { SessionStore } from './session-store.ts'
import type { ProviderDeps } from './sign-in-routes.ts'

const SignIn = z.object({
  clientId: auth.issueToken.input.shape.client_id,
  clientSecret: auth.issueToken.input.shape.client_secret,
  actor: actor(),
})

/** Sign-ins share the slots of the requests that they are like. */
const TOKEN_REQUEST = { operation: auth.issueToken, method: 'POST' } as const

export interface SessionRoutesDeps {
  readonly sessions: SessionStore
  readonly call: Call
  readonly tokenVerifier: TokenVerifier
  readonly rateLimit: RateLimit
  readonly limits: ConcurrencyLimits
  /** Absent: people sign in by secrets only. */
  readonly signIn?: ProviderDeps | undefined
}

/** `/console/session`: signs a person in, shows who is signed in, and signs out (docs/console.md). */
export function createSessionRoutes(deps: SessionRoutesDeps): RequestHandler {
  const { tokenVerifier, rateLimit } = deps
  const router = Router({ caseSensitive: true, strict: true })
  const byAddress = toHandler(limitByAddress(rateLimit))
  const identify = identifyCaller(tokenVerifier)
  const requireSession = toHandler(inTurn(identify, limitByCaller(rateLimit), requireCaller))
  const send = sendSession(deps.signIn !== undefined)
  router.post('/session', byAddress, signIn(deps), toHandler(inTurn(identify, requireCaller)), send)
  router.get('/session', requireSession, send)
  router.delete('/session', byAddress, signOut(deps))
  router.all('/session', refuseOthers)
  return router
}

/** Gets a token with the credentials, which are not kept, and begins a session; the one that the request had ends. */
function signIn({ sessions, call, limits, signIn: byProvider }: SessionRoutesDeps): Handler {
  const receive = receiveBody()
  return async (req, res, next) => {
    if (byProvider && !byProvider.settings.allowsSecrets)
      throw new AppError('forbidden', `People sign in by ${byProvider.settings.name} here.`)
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
      const begun = presentMs()
      const session = { token, actor, clientId, begun, expires: begun + expires_in * 1_000 }
      await endSession(sessions, req)
      const id = await sessions.create(session)
      setSessionId(res, id)
      req.headers.authorization = `Bearer ${token}`
      res.locals.session = { ...session, publicId: publicIdOf(id) }
      next()
    })
  }
}

/** Ends the session. If the provider has a session of the person too, the response contains the address that ends it. */
function signOut({ sessions, signIn: byProvider }: SessionRoutesDeps): Handler {
  return async (req, res) => {
    const { session } = res.locals
    await endSession(sessions, req)
    clearSessionId(res)
    const { idToken } = session?.verified ?? {}
    const url =
      idToken && (await byProvider?.provider.signOutUrl(idToken, `${originOf(req)}/console`).catch(logged(res)))
    if (url) sendJson(res, { provider: url.href })
    else res.status(204).end()
  }
}

/** The session here has ended, even while the provider is away. */
const logged =
  ({ locals: { log } }: Response) =>
  (error: unknown): undefined => {
    log.warn({ err: error }, 'A person has signed out, but not at the identity provider')
  }

async function endSession(sessions: SessionStore, req: Request): Promise<void> {
  const id = readSessionId(req)
  if (id !== undefined) await sessions.end(id)
}

/** The person who is signed in, whether a provider has verified the name, and the client's current rights. */
const sendSession =
  (hasProvider: boolean): Handler =>
  (_req, res) => {
    const { session, caller } = res.locals
    if (!session || caller?.kind !== 'client') throw new AppError('unauthorized', 'There is no session.')
    const { id: clientId, readOnly, permissions, reports, warehouses } = caller
    const expires = new Date(session.expires).toISOString()
    const verification = hasProvider && { isVerified: caller.person !== undefined }
    const rights = { readOnly, permissions, reports, warehouses }
    sendJson(res, { id: session.publicId, clientId, actor: session.actor, ...verification, ...rights, expires })
  }

const refuseOthers: Handler = (_req, res) => notImplemented(res, 'GET, HEAD, POST, DELETE')
