import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import mongoose from 'mongoose'
import pMap from 'p-map'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createSeal } from '../../../shared/identity/sealed.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

type Json = Readonly<Record<string, unknown>>

let system: TestSystem
let client: TestClient
let key: { _id: string; sealedPrivateKey: string; publicKeyPem: string }
let privateKeyPem: string
let header: Json
let claims: Json

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient({ permissions: [11], warehouses: [1], readOnly: true })
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  key = await connection.useDb(`${system.system}-auth`).collection<typeof key>('signing_keys').findOne().then(present)
  await connection.close()
  const { open } = createSeal(system.storageSecret, 'signing keys')
  privateKeyPem = present(open(Buffer.from(key.sealedPrivateKey, 'base64'), key._id))
  const [head = '', body = ''] = client.token.split('.')
  header = decode(head)
  claims = decode(body)
})
afterAll(() => system[Symbol.asyncDispose]())

const present = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('There is no signing key')
  return value
}
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString())

/** What the gateway says to a token: 401, or 404 for the path when it lets the caller in. */
const statusWith = async (token: string) =>
  (await fetch(`${system.url}/Nowhere`, { headers: { authorization: `Bearer ${token}` } })).status

const es256 = (pem: string) => (text: string) =>
  sign('sha256', Buffer.from(text), { key: pem, dsaEncoding: 'ieee-p1363' }).toString('base64url')
const hs256 = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
const forge = (head: unknown, body: unknown, signature: (text: string) => string) => {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${signature(text)}`
}
const signed = (head: Json, body: Json) => forge({ ...header, ...head }, { ...claims, ...body }, es256(privateKeyPem))
const unsigned = () => ''
const ownKey = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const now = () => Math.floor(Date.now() / 1000)

describe('A token', () => {
  it('opens the door when auth has signed it, and the tests know how to sign one', async () => {
    expect(await statusWith(client.token)).toBe(404)
    expect(await statusWith(signed({}, {}))).toBe(404)
  })

  const forgeries: [string, () => string][] = [
    ['has no signature (alg none)', () => forge({ ...header, alg: 'none' }, claims, unsigned)],
    ['has no signature (alg None)', () => forge({ ...header, alg: 'None' }, claims, unsigned)],
    ['has no signature under the right algorithm', () => forge(header, claims, unsigned)],
    [
      'is signed with the public key as HS256',
      () => forge({ ...header, alg: 'HS256' }, claims, hs256(key.publicKeyPem)),
    ],
    ['is signed with an empty HS256 secret', () => forge({ ...header, alg: 'HS256' }, claims, hs256(''))],
    ['is signed with another key under our kid', () => forge(header, claims, es256(ownKey.privateKey))],
    [
      'brings its own key along',
      () => forge({ ...header, kid: 'mine', jwk: { kty: 'EC' }, x5u: 'https://x' }, claims, es256(ownKey.privateKey)),
    ],
    ['has no kid', () => signed({ kid: undefined }, {})],
    ['has an unknown kid', () => signed({ kid: 'unknown' }, {})],
    ['has a kid that is a path', () => signed({ kid: '../../../dev/null' }, {})],
    ['has a kid out of the prototype', () => signed({ kid: '__proto__' }, {})],
    ['has a kid that is no string', () => signed({ kid: [key._id] }, {})],
    ['names an algorithm that fits the key no more', () => signed({ alg: 'ES384' }, {})],
    ['has no exp', () => signed({}, { exp: undefined })],
    ['has an exp that is no number', () => signed({}, { exp: String(now() + 999) })],
    ['has expired', () => signed({}, { exp: now() - 1 })],
    ['is not valid yet', () => signed({}, { nbf: now() + 999 })],
    ['comes from another issuer', () => signed({}, { iss: 'somebody' })],
    ['is for another audience', () => signed({}, { aud: 'inventory-internal' })],
    ['has no audience', () => signed({}, { aud: undefined })],
    ['has no subject', () => signed({}, { sub: undefined })],
    ['has warehouses of another form', () => signed({}, { warehouses: 'everything' })],
    ['is an internal token', () => createInternalTokens('inventory', system.keysOf('inventory')).sign('gateway')],
    ['is a token of the operator', () => createInternalTokens('operator', system.keysOf('operator')).sign('gateway')],
    [
      'is an internal token with the audience of client tokens',
      () => forge({ alg: 'HS256' }, claims, hs256(system.storageSecret.toString())),
    ],
  ]
  it.each(forgeries)('is refused when it %s (S1)', async (_what, token) => {
    expect(await statusWith(token())).toBe(401)
  })

  it.each([
    ['permissions', [11, 15, 88, 95, 116]],
    ['warehouses', 'all'],
    ['readOnly', false],
    ['sub', 'somebody-else'],
    ['version', 1_000_000],
    ['exp', 9_999_999_999],
  ])('is refused when its %s was edited under the old signature (S1)', async (claim, value) => {
    const [head, , signature] = client.token.split('.')
    expect(await statusWith([head, encode({ ...claims, [claim]: value }), signature].join('.'))).toBe(401)
  })

  it('is refused after any change of a single character (S1)', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    const last = client.token.length - 1
    const mutants = new Set([...letters].map((letter) => client.token.slice(0, last) + letter))
    for (let index = 0; index < client.token.length; index++) {
      for (const letter of [letters.charAt((index * 7) % letters.length), 'A', '.', '']) {
        mutants.add(client.token.slice(0, index) + letter + client.token.slice(index + 1))
      }
    }
    mutants.delete(client.token)
    const statuses = await pMap(mutants, statusWith, { concurrency: 16 })
    expect(statuses.length).toBeGreaterThan(1_000)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('is refused when parts of it are cut, doubled, swapped or mixed with noise (S1)', async () => {
    const { token } = client
    const position = fc.nat({ max: token.length })
    const noise = fc.stringMatching(/^[\w.~+/=-]{0,12}$/)
    const mutation = fc
      .tuple(position, position, noise)
      .map(([from, to, insert]) => token.slice(0, from) + insert + token.slice(to))
      .filter((mutant) => mutant !== token)
    await fc.assert(
      fc.asyncProperty(mutation, async (mutant) => {
        expect(await statusWith(mutant)).toBe(401)
      }),
      { numRuns: 300 },
    )
  })
})
