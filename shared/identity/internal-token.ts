import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Caller } from '../contract/core/access.ts'

const AUDIENCE = 'inventory-internal'
const OPERATOR = 'operator'
const LIFETIME_SECONDS = 60
/** A token is sent for the first part of its lifetime, so that what is left is longer than any call takes. */
const SENT_FOR_MS = 30_000
const MAX_REMEMBERED_TOKENS = 1_000
const Claims = z.object({ sub: z.string(), exp: z.number() })

/** The keys of a process (docs/adr/0008-keys.md). */
export interface ProcessKeys {
  /** The private half of its own (P-256). */
  readonly key: KeyObject
  /** The public halves of all processes and of the operator, by name. */
  readonly publicKeys: ReadonlyMap<string, KeyObject>
}

/**
 * Tokens by which processes and the operator know each other, each for one service and 60 s. They are signed with the
 * sender's own key (ES256): whoever gets a token cannot use it at another service, and no process can make that of
 * another one.
 */
export function createInternalTokens(name: string, { key, publicKeys }: ProcessKeys) {
  const sent = new Map<string, { readonly token: string; readonly until: number }>()
  const verified = new Map<string, { readonly caller: Caller; readonly exp: number }>()

  const newToken = (service: string) =>
    jwt.sign({}, key, {
      algorithm: 'ES256',
      audience: audienceAt(service),
      subject: name,
      expiresIn: LIFETIME_SECONDS,
    })
  const check = (token: string) => {
    const sender = jwt.decode(token, { json: true })?.sub ?? ''
    const publicKey = publicKeys.get(sender)
    if (!publicKey) throw new Error(`There is no key of ${sender}`)
    const { exp } = Claims.parse(jwt.verify(token, publicKey, { algorithms: ['ES256'], audience: audienceAt(name) }))
    return { caller: { kind: sender === OPERATOR ? OPERATOR : 'service', id: sender } as const, exp }
  }
  return {
    sign(service: string): string {
      const known = sent.get(service)
      const now = Date.now()
      // One that lasts longer was made before the clock was set back.
      if (known && known.until > now && known.until - now <= SENT_FOR_MS) return known.token
      const token = newToken(service)
      sent.set(service, { token, until: now + SENT_FOR_MS })
      return token
    },
    /** The internal caller of a valid token; undefined for any other token. */
    verify(token: string): Caller | undefined {
      const known = verified.get(token)
      if (known && known.exp * 1000 > Date.now()) return known.caller
      verified.delete(token)
      try {
        const checked = check(token)
        if (verified.size >= MAX_REMEMBERED_TOKENS) verified.clear()
        verified.set(token, checked)
        return checked.caller
      } catch {
        return undefined
      }
    },
  }
}

export type InternalTokens = ReturnType<typeof createInternalTokens>

const audienceAt = (service: string) => `${AUDIENCE}:${service}`
