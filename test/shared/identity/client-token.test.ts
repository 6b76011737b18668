import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { signClientToken, toVerificationKeys, verifyClientToken } from '../../../shared/identity/client-token.ts'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createSigningKey } from '../../support/system/fake-auth.ts'
import { createKeys } from '../../support/system/keys.ts'

const key = createSigningKey('key-1')
const keys = toVerificationKeys([key])
const claims = { sub: 'anna', version: 1, permissions: [11], reports: [], warehouses: [1], readOnly: false }
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsNow = () => ({
  ...claims,
  iss: 'inventory-auth',
  aud: 'inventory-api',
  exp: Math.floor(Date.now() / 1000) + 60,
})

describe("a client's token", () => {
  test('proves what it was signed with', () => {
    expect(verifyClientToken(signClientToken(claims, key, 60), keys)).toMatchObject(claims)
  })

  const signed = (payload: object, options: jwt.SignOptions = {}) =>
    jwt.sign(payload, key.privateKey, { algorithm: 'ES256', keyid: 'key-1', ...options })
  const without = (name: string) => Object.fromEntries(Object.entries(claimsNow()).filter(([field]) => field !== name))
  const signature = (token: string) => token.split('.')[2] ?? ''

  test.each<[string, () => string]>([
    ['without a signature', () => `${base64url({ alg: 'none', kid: 'key-1' })}.${base64url(claimsNow())}.`],
    ['with an alg of None', () => `${base64url({ alg: 'None', kid: 'key-1' })}.${base64url(claimsNow())}.`],
    [
      'signed with the public key as an HMAC secret',
      () => {
        const body = `${base64url({ alg: 'HS256', kid: 'key-1' })}.${base64url(claimsNow())}`
        return `${body}.${createHmac('sha256', key.publicKeyPem).update(body).digest('base64url')}`
      },
    ],
    ['signed by another key of the same kid', () => signClientToken(claims, createSigningKey('key-1'), 60)],
    ['of an unknown kid', () => signClientToken(claims, { ...key, kid: 'key-2' }, 60)],
    ['of a kid that is a path', () => signClientToken(claims, { ...key, kid: '../../dev/null' }, 60)],
    ['of the kid __proto__', () => signClientToken(claims, { ...key, kid: '__proto__' }, 60)],
    ['of the kid constructor', () => signClientToken(claims, { ...key, kid: 'constructor' }, 60)],
    ['without a kid', () => jwt.sign(claimsNow(), key.privateKey, { algorithm: 'ES256' })],
    [
      'with its key in its own header',
      () => {
        const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        const header = { alg: 'ES256', kid: 'key-1', jwk: own.publicKey.export({ format: 'jwk' }) }
        return jwt.sign(claimsNow(), own.privateKey, { algorithm: 'ES256', header })
      },
    ],
    ['that never expires', () => signed(without('exp'))],
    ['that has expired', () => signed({ ...claimsNow(), exp: Math.floor(Date.now() / 1000) - 1 })],
    ['that is not valid yet', () => signed({ ...claimsNow(), nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['of another issuer', () => signed({ ...claimsNow(), iss: 'somebody' })],
    ['for another audience', () => signed({ ...claimsNow(), aud: 'inventory-internal' })],
    ['without a subject', () => signed(without('sub'))],
    ['without permissions', () => signed(without('permissions'))],
    ['with permissions of another shape', () => signed({ ...claimsNow(), permissions: 'all' })],
    [
      'with other claims under the same signature',
      () => {
        const token = signClientToken(claims, key, 60)
        return `${token.split('.')[0]}.${base64url({ ...claimsNow(), warehouses: 'all' })}.${signature(token)}`
      },
    ],
    ['with its signature cut short', () => signClientToken(claims, key, 60).slice(0, -4)],
    ['with something behind it', () => `${signClientToken(claims, key, 60)}AAAA`],
    ['with four parts', () => `${signClientToken(claims, key, 60)}.x`],
    ['of an internal caller', () => createInternalTokens('operator', createKeys()('operator')).sign('gateway')],
    ['that is empty', () => ''],
    ['that is no token', () => 'a.b.c'],
  ])('%s proves nothing', (_, forge) => {
    expect(verifyClientToken(forge(), keys)).toBeUndefined()
  })

  test('proves nothing with any one character changed', () => {
    const token = signClientToken(claims, key, 60)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    for (let at = 0; at < token.length; at++) {
      for (let shift = 1; shift <= 3; shift++) {
        const letter = alphabet[(alphabet.indexOf(token[at] ?? '') + shift * 17) % alphabet.length]
        if (letter === token[at]) continue
        expect(
          verifyClientToken(`${token.slice(0, at)}${letter}${token.slice(at + 1)}`, keys),
          `at ${at}`,
        ).toBeUndefined()
      }
    }
  })
})
