import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Caller } from '../contract/core/access.ts'

const AUDIENCE = 'inventory-internal'
const LIFETIME_SECONDS = 60
const Claims = z.object({ sub: z.string(), kind: z.enum(['operator', 'service']), exp: z.number() })

/** Tokens by which services and the operator prove to each other that they know the system's secret (HS256, 60 s). */
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
    /** The insider that the token proves; undefined if it proves none. */
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
