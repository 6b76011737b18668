import { auth } from '../../shared/contract/auth.ts'
import { AppError, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { timeoutMs } from '../../shared/contract/core/operation.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { presentMs } from '../../shared/process/time/clock.ts'
import type { Locals } from '../http/handler.ts'
import { clientOf, toPerson } from './claims.ts'
import type { Provider, Verified } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { Session, SessionStore } from './session-store.ts'

/** A session is renewed when so much of its token's life is over. */
const RENEWED_AFTER = 2 / 3

type RequestAttributes = Pick<Locals, 'requestId' | 'traceparent' | 'log'>

interface PersonSessionsDeps {
  readonly settings: ProviderSettings
  readonly provider: Provider
  readonly sessions: SessionStore
  readonly call: Call
}

/** Sessions of persons whom the provider verifies. */
export function createPersonSessions({ settings, provider, sessions, call }: PersonSessionsDeps) {
  /** A session for a person; 403 if the person may do nothing here. */
  const open = async (
    { issuer, claims, idToken, refreshToken }: Verified,
    attributes: RequestAttributes,
  ): Promise<Session> => {
    const person = toPerson(issuer, claims)
    const clientId = clientOf(settings, claims, person)
    const { requestId, traceparent } = attributes
    const context = { requestId, traceparent, deadline: Date.now() + timeoutMs(auth.issuePersonToken) }
    const issued = await call(auth.issuePersonToken, { clientId, person }, context).catch(explained)
    const [now, lifeMs] = [presentMs(), issued.expires_in * 1_000]
    const verified = { issuer, subject: person.subject, idToken, refreshToken, renewAt: now + lifeMs * RENEWED_AFTER }
    return { token: issued.access_token, actor: person.name, clientId, begun: now, expires: now + lifeMs, verified }
  }

  /** Asks the provider again, and ends the session if it says no. */
  const renew = async (id: string, refreshToken: string, session: Session, attributes: RequestAttributes) => {
    const { verified, begun } = session
    if (!verified) return undefined
    const again = await provider.verifyAgain({ ...verified, refreshToken }, (tokens) =>
      sessions.replace(id, { ...session, verified: { ...verified, ...tokens } }),
    )
    const opened = again && (await open(again, attributes).catch(undefinedIfForbidden))
    const renewed = opened && { ...opened, begun }
    if (renewed) await sessions.renew(id, renewed)
    else await sessions.end(id)
    return renewed
  }

  return {
    open,
    /**
     * The session, renewed if its token ends soon; undefined if it has ended, or if the provider no longer vouches for the
     * person. Throws 503 if its token has ended while the provider is away.
     */
    async find(id: string, attributes: RequestAttributes): Promise<Session | undefined> {
      const known = await sessions.find(id)
      if (!known?.verified?.refreshToken || known.verified.renewAt > presentMs()) return known
      if (!(await sessions.beginRenewal(id))) return whileValid(known)
      // Another process may have renewed it since it was read: a refresh token may be used once.
      const session = await sessions.find(id)
      const { refreshToken, renewAt = 0 } = session?.verified ?? {}
      if (!session || refreshToken === undefined || renewAt > presentMs()) return session
      try {
        return await renew(id, refreshToken, session, attributes)
      } catch (error) {
        attributes.log.warn({ err: error }, 'A session could not be renewed at the identity provider')
        return whileValid(session, error)
      }
    },
  }
}

export type PersonSessions = ReturnType<typeof createPersonSessions>

/** A session that cannot be renewed now continues until its token ends. */
function whileValid(session: Session, reason?: unknown): Session {
  if (session.expires > presentMs()) return session
  throw serviceUnavailable(reason)
}

function explained(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('forbidden', `${error.message} Ask the operator.`, { cause: error })
}

/** Signs out a person who may do nothing here any more. */
function undefinedIfForbidden(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'forbidden') return undefined
  throw error
}
