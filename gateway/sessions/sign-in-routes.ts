import { type Request, type RequestHandler, Router } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { type Handler, refuseWrites, toHandler } from '../http/handler.ts'
import { originOf } from '../http/request-url.ts'
import { sendJson } from '../http/response.ts'
import { limitByAddress } from '../limits/enforce-rate-limit.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import type { RedisDeps } from '../limits/redis.ts'
import { createAttemptStore } from './attempt-store.ts'
import { createPersonSessions } from './person-sessions.ts'
import { createProvider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { unauthorized, withRefusalPage } from './refusals.ts'
import { attemptCookie, readSessionId, refuseUnencrypted, setSessionId } from './session-cookie.ts'
import type { SessionStore } from './session-store.ts'

const CONSOLE = '/console'
/** Below `/console`: where a sign-in begins, and where the provider sends the person back to. */
const BEGIN = '/session/provider'
const DONE = `${BEGIN}/done`

/** Longest page that is kept for a sign-in. */
const MAX_PAGE = 2_000

const NOT_BEGUN =
  'This sign-in was not begun in this browser, has taken longer than 10 minutes, or is over already. Sign in again.'
const FORGED = 'The response belongs to another sign-in than the one that this browser began (state). Sign in again.'

/** Signing in by an identity provider. */
export type ProviderDeps = ReturnType<typeof createSignIn>

interface SignInRoutesDeps {
  readonly signIn?: ProviderDeps | undefined
  readonly sessions: SessionStore
  readonly rateLimit: RateLimit
}

/** `/console/session/…`: how people may sign in, and signing in by the identity provider (docs/console.md). */
export function createSignInRoutes({ signIn, sessions, rateLimit }: SignInRoutesDeps): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const ways = { provider: signIn?.settings.name ?? null, secrets: signIn?.settings.allowsSecrets ?? true }
  router.get('/session/ways', noStore, (_req, res) => sendJson(res, ways))
  if (!signIn) return router
  const byAddress = toHandler(limitByAddress(rateLimit))
  const guard = toHandler((req) => refuseUnencrypted(req))
  router.all([BEGIN, DONE], noStore, refuseWrites)
  router.get(BEGIN, withRefusalPage(byAddress, guard, begin(signIn)))
  router.get(DONE, withRefusalPage(byAddress, guard, finish(signIn, sessions)))
  return router
}

const noStore: Handler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** Remembers the sign-in for the browser, and sends the person to the provider. */
function begin({ provider, attempts }: ProviderDeps): Handler {
  return async (req, res) => {
    const origin = originOf(req)
    if (origin === '') throw new AppError('bad_request', 'The header Host must be a name or an address.')
    const page = pageOf(req, origin)
    const { attempt, url } = await provider.begin(`${origin}${CONSOLE}${DONE}`)
    const { state, nonce, verifier, redirectUri } = attempt
    const kept = { state, nonce, verifier, redirectUri, page, earlier: readSessionId(req) }
    attemptCookie.set(res, await attempts.keep(kept))
    res.redirect(303, url.href)
  }
}

/** Checks what the provider says, and begins a session; the one that the browser had ends. */
function finish({ provider, attempts, persons }: ProviderDeps, sessions: SessionStore): Handler {
  return async (req, res) => {
    const id = attemptCookie.read(req)
    attemptCookie.clear(res)
    const kept = id === undefined ? undefined : await attempts.take(id)
    if (!kept) throw unauthorized(NOT_BEGUN)
    const returned = new URL(req.originalUrl, kept.redirectUri)
    const states = returned.searchParams.getAll('state')
    if (states.length !== 1 || states[0] !== kept.state) throw unauthorized(FORGED)
    const session = await persons.open(await provider.verify(returned, kept), res.locals)
    if (kept.earlier !== undefined) await sessions.end(kept.earlier)
    setSessionId(res, await sessions.create(session))
    res.redirect(303, kept.page)
  }
}

/**
 * The page of the console that the person wanted, `?to=/console/ledger`. 400 for any other address: a link to the sign-in
 * must not lead to a page of somebody else (CWE-601).
 */
function pageOf(req: Request, origin: string): string {
  const to = new URL(req.originalUrl, origin).searchParams.get('to') ?? CONSOLE
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  const isPage = url?.origin === origin && (url.pathname === CONSOLE || url.pathname.startsWith(`${CONSOLE}/`))
  if (!isPage) throw new AppError('bad_request', 'The parameter to must be a page of the console.')
  const page = url.pathname + url.search + url.hash
  if (page.length <= MAX_PAGE) return page
  throw new AppError('bad_request', `The parameter to must be at most ${MAX_PAGE} characters long.`)
}

interface SignInDeps extends Omit<RedisDeps, 'log'> {
  /** The gateway's own secret. */
  readonly secret: Buffer
  readonly sessions: SessionStore
  readonly call: Call
}

/** What signing in by an identity provider takes. */
export function createSignIn(settings: ProviderSettings, { redis, system, secret, sessions, call }: SignInDeps) {
  const provider = createProvider(settings)
  const attempts = createAttemptStore(redis, system, secret)
  return { settings, provider, attempts, persons: createPersonSessions({ settings, provider, sessions, call }) }
}
