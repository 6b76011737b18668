import { createHmac, randomBytes } from 'node:crypto'

/** Headers of Standard Webhooks 1.0, by which a receiver knows a message and its sender. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

const SEED_BYTES = 32

/**
 * Secrets of 256 bits that receivers verify with. As with clients' secrets (auth's secrets.ts) the database holds a seed, from
 * which a secret comes with the help of the system's secret alone: a copy of the database signs nothing.
 */
export function createWebhookSecrets(systemSecret: Buffer) {
  const keyOf = (seed: string) => createHmac('sha256', systemSecret).update(`webhook-secret:${seed}`).digest()
  return {
    newSeed: (): string => randomBytes(SEED_BYTES).toString('base64url'),
    /** As it is shown to the client: `whsec_` and the key in base64. */
    show: (seed: string): string => `whsec_${keyOf(seed).toString('base64')}`,
    /** Signs a message with the key of each seed, so that a receiver may verify with either while a secret is replaced. */
    sign(seeds: readonly string[], { id, at, body }: { id: string; at: Date; body: string }): SignedHeaders {
      const timestamp = String(Math.floor(at.getTime() / 1000))
      const content = `${id}.${timestamp}.${body}`
      const signatures = seeds.map((seed) => `v1,${createHmac('sha256', keyOf(seed)).update(content).digest('base64')}`)
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
