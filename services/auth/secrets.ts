import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
const DIGEST_OF_NOTHING = toDigest('')

/**
 * Client secrets of 256 bits. The record of a write is kept so that a repeated call gets the same answer, but a secret must
 * not be in the database in clear. So the record holds a random seed, and the secret is derived from the seed and the
 * system's secret, which no database holds. With the record the seed goes, and the secret can never be made again.
 */
export function createSecrets(systemSecret: Buffer) {
  return {
    newSeed: (): string => randomBytes(SECRET_BYTES).toString('base64url'),
    fromSeed: (seed: string): string =>
      createHmac('sha256', systemSecret).update(`client-secret:${seed}`).digest('base64url'),
  }
}

export type Secrets = ReturnType<typeof createSecrets>

/** How a secret is stored. A plain digest will do: 256 random bits cannot be guessed, however fast the hash is. */
export function toDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Does the same work whether the digest is right, wrong or not there. */
export function matchesDigest(secret: string, digest: string | undefined): boolean {
  const isEqual = timingSafeEqual(Buffer.from(toDigest(secret)), Buffer.from(digest ?? DIGEST_OF_NOTHING))
  return isEqual && digest !== undefined
}
