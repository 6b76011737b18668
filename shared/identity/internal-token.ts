import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Caller } from '../contract/core/access.ts'

const SERVICE_AUDIENCE = 'inventory-internal'
const OPERATOR_AUDIENCE = 'inventory-operator'
const LIFETIME_SECONDS = 60
const ServiceClaims = z.object({ sub: z.string(), kind: z.literal('service'), exp: z.number() })
const OperatorClaims = z.object({ sub: z.string(), exp: z.number() })

/** What a process needs to believe the operator: the public half of the operator's key, and its own name. */
export interface OperatorTrust {
  readonly key: KeyObject
  readonly service: string
}

/** Tokens of services, signed with the secret that they share (HS256), and who is behind a token of a service or of the operator. */
export function createInternalTokens(secret: Buffer, operator?: OperatorTrust) {
  const key = createSecretKey(secret)
  const serviceOf = (token: string): Caller | undefined =>
    unlessInvalid(() => {
      const { sub } = ServiceClaims.parse(jwt.verify(token, key, { algorithms: ['HS256'], audience: SERVICE_AUDIENCE }))
      return { kind: 'service', id: sub }
    })
  return {
    sign(service: string): string {
      const options = { audience: SERVICE_AUDIENCE, subject: service, expiresIn: LIFETIME_SECONDS } as const
      return jwt.sign({ kind: 'service' }, key, { algorithm: 'HS256', ...options })
    },
    /** The internal caller of a valid token; undefined for any other token. */
    verify: (token: string): Caller | undefined => serviceOf(token) ?? (operator && operatorOf(token, operator)),
  }
}

export type InternalTokens = ReturnType<typeof createInternalTokens>

/**
 * A token of the operator for one service (ES256), valid for 60 s. Only the operator has the key, and a service that gets the token
 * cannot use it at another one.
 */
export function signOperatorToken(key: KeyObject, service: string): string {
  const options = { audience: audienceAt(service), subject: 'operator', expiresIn: LIFETIME_SECONDS } as const
  return jwt.sign({}, key, { algorithm: 'ES256', ...options })
}

function operatorOf(token: string, { key, service }: OperatorTrust): Caller | undefined {
  return unlessInvalid(() => {
    const options = { algorithms: ['ES256' as const], audience: audienceAt(service) }
    return { kind: 'operator', id: OperatorClaims.parse(jwt.verify(token, key, options)).sub }
  })
}

const audienceAt = (service: string) => `${OPERATOR_AUDIENCE}:${service}`

function unlessInvalid(verify: () => Caller): Caller | undefined {
  try {
    return verify()
  } catch {
    return undefined
  }
}
