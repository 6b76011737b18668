import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Caller } from '../contract/core/access.ts'

const AUDIENCE = 'inventory-internal'
const LIFETIME_SECONDS = 60
const Claims = z.object({ sub: z.string(), kind: z.enum(['operator', 'service']), exp: z.number() })

/** Tokens of internal callers: services and the operator. They are signed with the system's secret (HS256) and valid for 60 s. */
export function createInternalTokens(secret: Buffer) {
  const key = createSecretKey(secret)
  return {
    sign(kind: 'operator' | 'service', id: string): string {
      return jwt.sign({ kind }, key, {
        algorithm: 'HS256',
        audience: AUDIENCE,
        subject: id,
        expiresIn: LIFETIME_SECONDS,
      })
    },
    /** The internal caller of a valid token; undefined for any other token. */
    verify(token: string): Caller | undefined {
      try {
        const { kind, sub } = Claims.parse(jwt.verify(token, key, { algorithms: ['HS256'], audience: AUDIENCE }))
        return { kind, id: sub }
      } catch {
        return undefined
      }
    },
  }
}

export type InternalTokens = ReturnType<typeof createInternalTokens>
