import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { createSeal } from '../../shared/identity/sealed.ts'
import type { Logger } from '../../shared/process/log.ts'

/** A session that is not used for so long ends. */
export const IDLE_SECONDS = 1_800
/** Session ids are 256 random bits. */
const ID_BYTES = 32
const SESSION_ID = /^[\w-]{43}$/

const Session = z.object({
  token: z.string(),
  /** Name of the person who signed in. */
  actor: z.string(),
  /** Epoch milliseconds of the token's end. */
  expires: z.number(),
})
export type Session = z.output<typeof Session>

/** Sessions of the console, in Redis for all gateways. Every function throws 503 while Redis is away. */
export interface SessionStore {
  /** Returns the new session's id. */
  create(session: Session): Promise<string>
  /** The session, whose idle time begins anew; undefined if there is none, or its token has expired. */
  find(id: string): Promise<Session | undefined>
  end(id: string): Promise<void>
}

export interface SessionStoreOptions {
  readonly redis: Redis
  readonly system: string
  readonly secret: Buffer
  readonly log: Logger
}

/** Redis holds no id or token in clear: the key is a hash of the id, the value is encrypted for it (docs/console.md). */
export function createSessionStore({ redis, system, secret, log }: SessionStoreOptions): SessionStore {
  const { seal, open } = createSeal(secret, 'console sessions')
  const keyOf = (id: string) => `${system}:console:session:${hash('sha256', id)}`

  return {
    async create(session) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const key = keyOf(id)
      const record = seal(JSON.stringify(session), key)
      await orUnavailable(redis.set(key, record, 'EX', IDLE_SECONDS))
      return id
    },
    async find(id) {
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
      return session.expires > Date.now() ? session : undefined
    },
    async end(id) {
      if (SESSION_ID.test(id)) await orUnavailable(redis.del(keyOf(id)))
    },
  }
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw serviceUnavailable(error)
  }
}
