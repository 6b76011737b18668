import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { serviceUnavailable, validationError } from '../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import type { gateway } from '../../shared/contract/gateway.ts'
import { createSeal } from '../../shared/identity/sealed.ts'
import { presentMs } from '../../shared/process/time/clock.ts'
import type { RedisDeps } from '../limits/redis.ts'

/** A session that is not used for so long ends. */
const IDLE_SECONDS = 1_800
/** Longest time for which one process renews a session; another one may after that. */
const RENEWAL_SECONDS = 30
/** Session ids are 256 random bits. */
const ID_BYTES = 32
const SESSION_ID = /^[\w-]{43}$/

const Session = z.object({
  token: z.string(),
  /** Name of the person who signed in. */
  actor: z.string(),
  /** The client, and epoch milliseconds of the sign-in; absent from sessions of earlier versions. */
  clientId: z.string().optional(),
  begun: z.number().optional(),
  /** Epoch milliseconds of the token's end. */
  expires: z.number(),
  /** What the identity provider gave, if it verified the person. */
  verified: z
    .object({
      issuer: z.string(),
      subject: z.string(),
      idToken: z.string(),
      /** Without one, the session ends with its token. */
      refreshToken: z.string().optional(),
      /** Epoch milliseconds from which it is asked again. */
      renewAt: z.number(),
    })
    .optional(),
})
export type Session = z.output<typeof Session>

interface EndedSessions {
  readonly clientId?: string | undefined
  readonly actor?: string | undefined
}

interface SessionStoreOptions extends RedisDeps {
  readonly secret: Buffer
}

/**
 * Sessions of the console, in Redis for all gateways. Redis holds no id or token in clear: the key is a hash of the id, the
 * value is encrypted for it (docs/console.md). Every function throws 503 while Redis is away.
 */
export function createSessionStore({ redis, system, secret, log }: SessionStoreOptions) {
  const { seal, open } = createSeal(secret, 'console sessions')
  const keyOf = (id: string) => `${system}:console:session:${hash('sha256', id)}`
  const renewalKeyOf = (id: string) => `${system}:console:renewal:${hash('sha256', id)}`
  /** Since when no session of a client or person counts. It is kept for longer than a session that nobody uses. */
  const endKeyOf = (kind: 'client' | 'actor', name = '') => `${system}:console:ended:${kind}:${hash('sha256', name)}`
  const isEnded = async ({ clientId, actor, begun = 0 }: Session) => {
    const ends = await orUnavailable(redis.mget(endKeyOf('client', clientId), endKeyOf('actor', actor)))
    return ends.some((end) => Number(end ?? -1) >= begun)
  }
  /** Replaces the session, unless it was ended meanwhile. */
  const replace = async (id: string, session: Session): Promise<void> => {
    const key = keyOf(id)
    await orUnavailable(redis.set(key, toRecord(session, key), 'EX', IDLE_SECONDS, 'XX'))
  }
  const toRecord = (session: Session, key: string) => seal(JSON.stringify(session), key)

  return {
    /** Returns the new session's id. */
    async create(session: Session): Promise<string> {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const key = keyOf(id)
      await orUnavailable(redis.set(key, toRecord(session, key), 'EX', IDLE_SECONDS))
      return id
    },
    /**
     * Reads the session and restarts its idle time. Returns undefined if the session does not exist, or if its token has
     * expired and cannot be renewed.
     */
    async find(id: string): Promise<Session | undefined> {
      if (!SESSION_ID.test(id)) return undefined
      const key = keyOf(id)
      const record = await orUnavailable(redis.getexBuffer(key, 'EX', IDLE_SECONDS))
      if (!record) return undefined
      const text = open(record, key)
      if (text === undefined) {
        log.warn(
          'A session of the console is not encrypted with the secret of this system, or was changed; it is refused',
        )
        return undefined
      }
      const session = Session.parse(JSON.parse(text))
      const isOver = session.expires <= presentMs() && session.verified?.refreshToken === undefined
      if (!isOver && !(await isEnded(session))) return session
      // It was kept for longer by this request, and would outlast the mark that it has ended.
      await orUnavailable(redis.del(key))
      return undefined
    },
    /** Lets one caller at a time renew the session; false while another one does. */
    async beginRenewal(id: string): Promise<boolean> {
      return (await orUnavailable(redis.set(renewalKeyOf(id), '1', 'EX', RENEWAL_SECONDS, 'NX'))) === 'OK'
    },
    replace,
    /** Replaces it at the end of its renewal. */
    async renew(id: string, session: Session): Promise<void> {
      await replace(id, session)
      await orUnavailable(redis.del(renewalKeyOf(id)))
    },
    /** Ends all sessions that a client, or a person of this name, has begun until now. */
    async endAll({ clientId, actor }: EndedSessions): Promise<void> {
      const keys = [
        ...(clientId === undefined ? [] : [endKeyOf('client', clientId)]),
        ...(actor === undefined ? [] : [endKeyOf('actor', actor)]),
      ]
      for (const key of keys) await orUnavailable(redis.set(key, String(presentMs()), 'EX', 2 * IDLE_SECONDS))
    },
    async end(id: string): Promise<void> {
      if (SESSION_ID.test(id)) await orUnavailable(redis.del(keyOf(id)))
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

export async function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    throw serviceUnavailable(error)
  }
}

/** Ends sessions for the operator, at every gateway. Signing in again begins a new one. A repeat ends newer sessions too. */
export const createEndSessions =
  (sessions: SessionStore) =>
  async ({ clientId, actor }: Input<typeof gateway.endSessions>): Promise<Output<typeof gateway.endSessions>> => {
    const until = new Date().toISOString()
    if (clientId === undefined && actor === undefined)
      throw validationError({ clientId: ['The field clientId or actor is required.'] })
    await sessions.endAll({ clientId, actor })
    return { until }
  }
