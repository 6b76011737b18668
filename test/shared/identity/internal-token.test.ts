import { createHmac } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { signClientToken } from '../../../shared/identity/client-token.ts'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createSigningKey } from '../../support/system/fake-auth.ts'
import { createKeys } from '../../support/system/keys.ts'

const keysOf = createKeys()
const tokensOf = (process: string, keys = keysOf(process)) => createInternalTokens(process, keys)
const internalTokens = tokensOf('gateway')
const ofOperator = (service = 'gateway') => tokensOf('operator').sign(service)
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('A token of a process', () => {
  const client = { sub: 'anna', version: 1, permissions: [11], reports: [], warehouses: [1], readOnly: false }
  const now = () => Math.floor(Date.now() / 1000)
  const forThis = { audience: 'inventory-internal:gateway', subject: 'catalog', expiresIn: 60 } as const
  const signed = (payload: object, { expiresIn: _, ...options }: jwt.SignOptions = forThis) =>
    jwt.sign(payload, keysOf('catalog').key, { algorithm: 'ES256', ...options })

  test('proves its kind and name', () => {
    expect(internalTokens.verify(ofOperator())).toEqual({ kind: 'operator', id: 'operator' })
    expect(internalTokens.verify(tokensOf('catalog').sign('gateway'))).toEqual({ kind: 'service', id: 'catalog' })
  })

  test.each<[string, () => string]>([
    ['of a service, signed by another one (S5)', () => tokensOf('catalog', keysOf('inventory')).sign('gateway')],
    ['of the operator, signed by a service (S5)', () => tokensOf('operator', keysOf('auth')).sign('gateway')],
    ['of a service of another system', () => tokensOf('catalog', createKeys()('catalog')).sign('gateway')],
    ['of the operator of another system', () => tokensOf('operator', createKeys()('operator')).sign('gateway')],
    ['of a process that is unknown', () => tokensOf('stranger').sign('gateway')],
    ['of the process __proto__', () => tokensOf('__proto__').sign('gateway')],
    [
      'without a signature',
      () => `${base64url({ alg: 'none' })}.${base64url({ sub: 'catalog', aud: forThis.audience, exp: now() + 60 })}.`,
    ],
    ['that never expires', () => signed({})],
    ['that has expired', () => signed({ exp: now() - 1 })],
    ['for clients', () => signed({ exp: now() + 60 }, { ...forThis, audience: 'inventory-api' })],
    ['for another service', () => tokensOf('catalog').sign('auth')],
    ['of the operator for another service', () => ofOperator('auth')],
    [
      'signed with the public half of the key as a secret',
      () => {
        const header = base64url({ alg: 'HS256', typ: 'JWT' })
        const body = `${header}.${base64url({ aud: forThis.audience, sub: 'catalog', exp: now() + 60 })}`
        const pem = keysOf('auth').publicKeys.get('catalog')?.export({ type: 'spki', format: 'pem' }) ?? ''
        return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`
      },
    ],
    [
      'signed with a secret',
      () => jwt.sign({ kind: 'service' }, 'a secret', { ...forThis, audience: 'inventory-internal' }),
    ],
    ['of a client', () => signClientToken(client, createSigningKey('key-1'), 60)],
    ['that is empty', () => ''],
  ])('%s proves nothing', (_, forge) => {
    expect(internalTokens.verify(forge())).toBeUndefined()
  })

  test('is made once in half a minute, and refused when it has expired, though it was remembered', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const catalog = tokensOf('catalog')
    const token = catalog.sign('gateway')
    vi.advanceTimersByTime(29_000)
    expect([catalog.sign('gateway'), internalTokens.verify(token)?.id]).toEqual([token, 'catalog'])
    vi.advanceTimersByTime(2_000)
    expect(catalog.sign('gateway')).not.toBe(token)
    vi.advanceTimersByTime(30_000)
    expect(internalTokens.verify(token)).toBeUndefined()
  })
})
