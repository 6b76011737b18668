import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../shared/contract/core/errors.ts'

const SECRET_BYTES = 32
const DIGEST_OF_NOTHING = toDigest('')

/** Begins the seeds from which auth's own secret derives: no process has the one that those of 1.1.0 derive from. */
const OWN = '2.'

/**
 * Client secrets of 256 bits. The idempotency record keeps the output of a write, so that a repeated call gets the same
 * response; a secret must not be in the database in clear. So the output is a random seed, and the secret is derived from
 * the seed and a secret that is in no database. When the record expires, the seed is deleted with it.
 */
export function createSecrets(storageSecret: Buffer) {
  return {
    newSeed: (): string => OWN + randomBytes(SECRET_BYTES).toString('base64url'),
    fromSeed(seed: string): string {
      if (!seed.startsWith(OWN))
        throw new AppError('conflict', 'This secret was made by an earlier version: make a new one.')
      return createHmac('sha256', storageSecret).update(`client-secret:${seed}`).digest('base64url')
    },
  }
}

export type Secrets = ReturnType<typeof createSecrets>

/** The stored form of a secret. A plain SHA-256 digest is enough: 256 random bits cannot be guessed. */
export function toDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Takes the same time whether the digest matches, differs or is absent. */
export function matchesDigest(secret: string, digest: string | undefined): boolean {
  const isEqual = timingSafeEqual(Buffer.from(toDigest(secret)), Buffer.from(digest ?? DIGEST_OF_NOTHING))
  return isEqual && digest !== undefined
}
