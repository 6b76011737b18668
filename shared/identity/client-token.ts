import { createPublicKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { Person } from '../contract/core/access.ts'
import { presentMs } from '../process/time/clock.ts'

const ISSUER = 'inventory-auth'
const AUDIENCE = 'inventory-api'

/**
 * Claims of a client's token: the client id (`sub`), and its rights at the time of issue with their version; `person` if it
 * was issued for a verified person.
 */
const Claims = z.object({
  sub: z.string(),
  exp: z.number(),
  version: z.int(),
  permissions: z.array(z.int()),
  // Tokens of 1.2.0 do not have them.
  reports: z.array(z.int()).default([]),
  warehouses: z.union([z.literal('all'), z.array(z.int())]),
  readOnly: z.boolean(),
  person: Person.optional(),
})
export type ClientClaims = z.output<typeof Claims>

/** Signs a bearer token with ES256 (RFC 7518, 3.4); `kid` names the key. */
export function signClientToken(
  { sub, ...claims }: Omit<ClientClaims, 'exp'>,
  key: { kid: string; privateKey: KeyObject },
  ttlSeconds: number,
): string {
  return jwt.sign({ ...claims, iat: presentSeconds() }, key.privateKey, {
    algorithm: 'ES256',
    keyid: key.kid,
    issuer: ISSUER,
    audience: AUDIENCE,
    subject: sub,
    expiresIn: ttlSeconds,
  })
}

/** The claims of a valid, unexpired token; undefined for anything else (RFC 8725). */
export function verifyClientToken(token: string, keys: ReadonlyMap<string, KeyObject>): ClientClaims | undefined {
  try {
    const signature = token.slice(token.lastIndexOf('.') + 1)
    // Base64url leaves bits of the last letter unused, so 16 spellings would mean the same signature (RFC 4648, 3.5).
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return undefined
    const kid = jwt.decode(token, { complete: true })?.header.kid
    const key = kid === undefined ? undefined : keys.get(kid)
    if (!key) return undefined
    return Claims.parse(
      jwt.verify(token, key, {
        algorithms: ['ES256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTimestamp: presentSeconds(),
      }),
    )
  } catch {
    return undefined
  }
}

/** Keys by their id, parsed once: parsing a PEM costs more than checking a signature. */
export function toVerificationKeys(keys: readonly { kid: string; publicKeyPem: string }[]): Map<string, KeyObject> {
  return new Map(keys.map(({ kid, publicKeyPem }) => [kid, createPublicKey(publicKeyPem)]))
}

const presentSeconds = () => Math.floor(presentMs() / 1_000)
