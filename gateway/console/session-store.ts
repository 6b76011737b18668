import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Logger } from '../../shared/process/log.ts'

/** A session that is not used for so long ends. */
export const IDLE_SECONDS = 1_800
/** Session ids are 256 random bits. */
const ID_BYTES = 32
const SESSION_ID = /^[\w-]{43}$/
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

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

/** Redis holds neither ids nor tokens in clear: the key is a hash of the id, the value is encrypted for that key (docs/console.md). */
export function createSessionStore({ redis, system, secret, log }: SessionStoreOptions): SessionStore {
  const encryption = createEncryption(secret)
  const keyOf = (id: string) => `${system}:console:session:${hash('sha256', id)}`

  return {
    async create(session) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const key = keyOf(id)
      const record = encryption.encrypt(JSON.stringify(session), key)
      await orUnavailable(redis.set(key, record, 'EX', IDLE_SECONDS))
      return id
    },
    async find(id) {
      if (!SESSION_ID.test(id)) return undefined
      const key = keyOf(id)
      const record = await orUnavailable(redis.getexBuffer(key, 'EX', IDLE_SECONDS))
      if (!record) return undefined
      const text = encryption.decrypt(record, key)
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

/** AES-256-GCM with a key of its own, derived from the system's secret (RFC 5869). `context` must be the same for both directions. */
function createEncryption(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'console sessions', 32))
  return {
    encrypt(text: string, context: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
      const content = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    /** undefined for a record that was changed, or encrypted with another key or for another context. */
    decrypt(record: Buffer, context: string): string | undefined {
      const [iv, tag] = [record.subarray(0, IV_BYTES), record.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        const content = decipher.update(record.subarray(IV_BYTES + TAG_BYTES))
        return Buffer.concat([content, decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
