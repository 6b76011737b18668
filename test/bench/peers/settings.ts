import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

const Environment = z.object({
  PORT: z.coerce.number(),
  MONGODB_URI: z.string(),
  RABBITMQ_URL: z.string(),
  REDIS_URL: z.string(),
  /** Database, queue and prefix of Redis keys. */
  NAME: z.string(),
  JWT_PUBLIC_KEY: z.string(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number(),
  VARIANT: z.enum(['documented', 'tuned', 'improved']),
})

const environment = Environment.parse(process.env)
const tuned = environment.VARIANT !== 'documented'

/** What the benchmark passes to a peer. */
export const settings = {
  port: environment.PORT,
  mongoUri: environment.MONGODB_URI,
  rabbitUrl: environment.RABBITMQ_URL,
  redisUrl: environment.REDIS_URL,
  name: environment.NAME,
  perMinute: environment.RATE_LIMIT_PER_MINUTE,
  /** false: everything is as in the framework's documentation. */
  tuned,
  /** Whether writes are as an afternoon's work would make them: numbers in blocks, one bulk write, tokens remembered. */
  improved: environment.VARIANT === 'improved',
  /** A PEM string, as in the documentation, is parsed at every verification; a key object is parsed once. */
  publicKey: (tuned ? createPublicKey(environment.JWT_PUBLIC_KEY) : environment.JWT_PUBLIC_KEY) satisfies
    | string
    | KeyObject,
}

/** Requirements for a token, as in the gateway of the Inventory Service. */
export const verification = {
  algorithms: ['ES256' as const],
  issuer: 'inventory-auth',
  audience: 'inventory-api',
}
