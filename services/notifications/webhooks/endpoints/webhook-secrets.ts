import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookRecord } from './webhook.model.ts'

/** The headers of Standard Webhooks 1.0 that identify and authenticate a message. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

const SEED_BYTES = 32

/**
 * Secrets of 256 bits with which receivers verify messages. The database holds seeds only; a secret is derived from its seed
 * and the service's own secret, so a copy of the database cannot sign.
 */
export function createWebhookSecrets(secret: Buffer) {
  const keyOf = (seed: string) => createHmac('sha256', secret).update(`webhook-secret:${seed}`).digest()
  return {
    newSeed: (): string => randomBytes(SEED_BYTES).toString('base64url'),
    /** The secret as clients get it: `whsec_` and the key in base64. */
    show: (seed: string): string => `whsec_${keyOf(seed).toString('base64')}`,
    /** Signs with the key of each seed: while a secret is being replaced, receivers may verify with any of them. */
    sign(seeds: readonly string[], { id, at, body }: { id: string; at: Date; body: string }): SignedHeaders {
      const timestamp = String(Math.floor(at.getTime() / 1000))
      const content = `${id}.${timestamp}.${body}`
      const signatures = seeds.map((seed) => `v1,${createHmac('sha256', keyOf(seed)).update(content).digest('base64')}`)
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

type Seeds = Pick<WebhookRecord, 'seed' | 'previousSeed' | 'previousUntil' | 'earlierSeeds'>

/** The seeds of the secrets that were replaced and are still valid at a time, the latest first. */
export function replacedSeeds({ previousSeed, previousUntil, earlierSeeds = [] }: Seeds, now: number) {
  const previous = previousSeed !== null && previousUntil !== null ? [{ seed: previousSeed, until: previousUntil }] : []
  return [...previous, ...earlierSeeds].filter(({ until }) => until.getTime() > now)
}

/** The seeds of the secrets that messages are signed with at a time. */
export function validSeeds(webhook: Seeds, now: number): string[] {
  return [webhook.seed, ...replacedSeeds(webhook, now).map(({ seed }) => seed)]
}
