import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { createSeal } from '../../shared/identity/sealed.ts'
import { orUnavailable } from './session-store.ts'

/** Time that a person has for signing in at the provider. */
const ATTEMPT_SECONDS = 600
const ID_BYTES = 32
const ATTEMPT_ID = /^[\w-]{43}$/

const Kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The page of the console that the person wanted. */
  page: z.string(),
  /** Id of the session that the browser had. */
  earlier: z.string().optional(),
})
type KeptAttempt = z.output<typeof Kept>

/**
 * Sign-ins that are under way at the provider, in Redis for all gateways. As with sessions, Redis holds neither ids nor
 * secrets in clear. Every function throws 503 while Redis is away.
 */
export function createAttemptStore(redis: Redis, system: string, secret: Buffer) {
  const { seal, open } = createSeal(secret, 'console sign-ins')
  const keyOf = (id: string) => `${system}:console:sign-in:${hash('sha256', id)}`
  return {
    /** Returns its id. */
    async keep(attempt: KeptAttempt): Promise<string> {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const key = keyOf(id)
      await orUnavailable(redis.set(key, seal(JSON.stringify(attempt), key), 'EX', ATTEMPT_SECONDS))
      return id
    },
    /** The attempt, once: whoever comes back a second time finds none. */
    async take(id: string): Promise<KeptAttempt | undefined> {
      if (!ATTEMPT_ID.test(id)) return undefined
      const key = keyOf(id)
      const record = await orUnavailable(redis.getdelBuffer(key))
      const text = record ? open(record, key) : undefined
      return text === undefined ? undefined : Kept.parse(JSON.parse(text))
    },
  }
}
