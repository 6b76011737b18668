import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { signClientToken, toVerificationKeys, verifyClientToken } from '../../../shared/identity/client-token.ts'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createTokenVerifier } from '../../../shared/identity/token-verifier.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'
import { createFakeAuth, createSigningKey } from '../../support/system/fake-auth.ts'
import { createKeys } from '../../support/system/keys.ts'

const keysOf = createKeys()
const tokensOf = (process: string, keys = keysOf(process)) => createInternalTokens(process, keys)
const internalTokens = tokensOf('gateway')
const ofOperator = (service = 'gateway') => tokensOf('operator').sign(service)
const key = createSigningKey('key-1')
const keys = toVerificationKeys([key])
const claims = { sub: 'anna', version: 1, permissions: [11], warehouses: [1], readOnly: false }
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
    ['of an internal caller', () => ofOperator()],
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

describe("an insider's token", () => {
  const now = () => Math.floor(Date.now() / 1000)
  const forThis = { audience: 'inventory-internal:gateway', subject: 'catalog', expiresIn: 60 } as const
  const signed = (payload: object, { expiresIn: _, ...options }: jwt.SignOptions = forThis) =>
    jwt.sign(payload, keysOf('catalog').key, { algorithm: 'ES256', ...options })
  const earlierSecret = Buffer.from('the secret that all processes of 1.1.0 share')
  const ofEarlier = (secret: jwt.Secret, claims: object = { kind: 'service' }) =>
    jwt.sign(claims, secret, { audience: 'inventory-internal', subject: 'catalog', expiresIn: 60 })

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
    ['of 1.1.0, while no process of that version runs', () => ofEarlier(earlierSecret)],
    ['of a client', () => signClientToken(claims, key, 60)],
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

  test('is taken from 1.1.0 while that is replaced, and one of today by 1.1.0 and by processes that do not know its secret', () => {
    const beside = tokensOf('catalog', { ...keysOf('catalog'), earlierSecret })
    expect(beside.verify(ofEarlier(earlierSecret))).toEqual({ kind: 'service', id: 'catalog' })
    const forgeries = [ofEarlier('another secret'), ofEarlier(earlierSecret, { kind: 'operator' })]
    expect(forgeries.map(beside.verify)).toEqual([undefined, undefined])
    const token = beside.sign('gateway')
    expect(jwt.verify(token, earlierSecret, { algorithms: ['HS256'], audience: 'inventory-internal' })).toMatchObject({
      sub: 'catalog',
      kind: 'service',
    })
    expect(internalTokens.verify(token)).toEqual({ kind: 'service', id: 'catalog' })
    const own = tokensOf('catalog', keysOf('inventory')).sign('gateway')
    expect(beside.verify(ofEarlier(earlierSecret, { kind: 'service', own }))).toBeUndefined()
  })
})

async function trusting() {
  const broker = createMemoryBroker()
  const { log, lines } = createCapturedLog()
  const auth = await createFakeAuth(broker, tokensOf('auth'), log)
  const call = createCall(createCallBytes(broker), tokensOf('catalog').sign)
  const tokenVerifier = await createTokenVerifier({ call, internalTokens, log })
  onTestFinished(() => tokenVerifier[Symbol.asyncDispose]())
  return { broker, auth, tokenVerifier, lines }
}

describe('trust', () => {
  test('knows clients and internal callers by their tokens, and nobody without one', async () => {
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna', { permissions: [11], warehouses: [1, 2] })
    const anna = { kind: 'client', id: 'anna', permissions: [11], warehouses: [1, 2], readOnly: false, active: true }
    expect([tokenVerifier.identify(token), tokenVerifier.identify(token)]).toEqual([anna, anna])
    expect(tokenVerifier.identify(ofOperator())).toEqual({ kind: 'operator', id: 'operator' })
    expect([undefined, '', 'nonsense'].map(tokenVerifier.identify)).toEqual([undefined, undefined, undefined])
  })

  test('forgets a token when it expires, though it was remembered', async () => {
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna', {}, 5)
    expect(tokenVerifier.identify(token)).toBeDefined()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_001 })
    onTestFinished(() => void vi.useRealTimers())
    expect([tokenVerifier.identify(token), tokenVerifier.identify(token)]).toEqual([undefined, undefined])
  })

  test('gives a live token the rights that its client has by now', async () => {
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna', { permissions: [11, 95], warehouses: 'all' })
    const other = auth.signToken('bert', { permissions: [11] })
    expect(tokenVerifier.identify(token)).toMatchObject({ permissions: [11, 95] })
    auth.changeRights('anna', { permissions: [11], warehouses: [2], readOnly: true })
    await expect
      .poll(() => tokenVerifier.identify(token), { timeout: 5_000 })
      .toMatchObject({
        permissions: [11],
        warehouses: [2],
        readOnly: true,
      })
    expect(tokenVerifier.identify(other)).toMatchObject({ id: 'bert', permissions: [11] })
    auth.changeRights('anna', { active: false })
    await expect.poll(() => tokenVerifier.identify(token), { timeout: 5_000 }).toBeUndefined()
  })

  test('refuses a remembered token when the key that signed it is withdrawn, and takes those of a new key', async () => {
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna')
    expect(tokenVerifier.identify(token)).toBeDefined()
    auth.keys = [createSigningKey('new'), ...auth.keys]
    const newer = auth.signToken('anna')
    await expect.poll(() => tokenVerifier.identify(newer), { timeout: 5_000 }).toBeDefined()
    expect(tokenVerifier.identify(token)).toBeDefined()
    auth.keys = auth.keys.slice(0, 1)
    await expect.poll(() => tokenVerifier.identify(token), { timeout: 5_000 }).toBeUndefined()
    expect(tokenVerifier.identify(newer)).toBeDefined()
  })

  test('believes rights that auth has not told yet if it tells them when asked, and refuses rights of the future', async () => {
    const { auth, tokenVerifier } = await trusting()
    auth.changeRights('bert', { permissions: [11] })
    const newer = auth.signToken('bert', { permissions: [11] }, 60, 2)
    expect(await tokenVerifier.identify(newer)).toMatchObject({ id: 'bert' })
    const invented = auth.signToken('bert', { permissions: [11, 95] }, 60, 1_000)
    expect(await tokenVerifier.identify(invented)).toBeUndefined()
    await auth[Symbol.asyncDispose]()
    await expect(tokenVerifier.identify(invented)).rejects.toThrow('temporarily unavailable')
  })

  test('keeps the keys and rights it knows while auth cannot be reached, and logs it', async () => {
    const { auth, tokenVerifier, lines } = await trusting()
    const token = auth.signToken('anna')
    await auth[Symbol.asyncDispose]()
    await expect
      .poll(() => lines.some(({ msg }) => msg.startsWith('The auth service cannot be reached')), { timeout: 5_000 })
      .toBe(true)
    expect(tokenVerifier.identify(token)).toBeDefined()
  })

  test('polls auth every 10 s at rest, and before it knows the first client after a rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna')
    const askedIn = async (seconds: number, eachSecond: () => unknown) => {
      const before = auth.asked
      for (let second = 0; second < seconds; second++) {
        await eachSecond()
        await vi.advanceTimersByTimeAsync(1_000)
        await new Promise(setImmediate)
      }
      return auth.asked - before
    }
    const isKnown = () => tokenVerifier.identify(token)
    expect(await askedIn(20, isKnown)).toBe(10)
    // Internal callers use no rights.
    const rest = () => tokenVerifier.identify(ofOperator())
    while ((await askedIn(1, rest)) > 0 || (await askedIn(1, rest)) > 0 || (await askedIn(1, rest)) > 0);
    expect(await askedIn(50, rest)).toBe(5)
    while ((await askedIn(1, rest)) === 0);
    auth.changeRights('anna', { active: false })
    expect(await askedIn(3, rest)).toBe(0)
    expect(await isKnown()).toBeUndefined()
  })

  test('waits for auth at the start', async () => {
    const broker = createMemoryBroker()
    const { log } = createCapturedLog()
    const call = createCall(createCallBytes(broker), tokensOf('catalog').sign)
    const starting = createTokenVerifier({ call, internalTokens, log })
    const auth = await createFakeAuth(broker, tokensOf('auth'), log)
    const tokenVerifier = await starting
    onTestFinished(() => tokenVerifier[Symbol.asyncDispose]())
    expect(tokenVerifier.identify(auth.signToken('anna'))).toBeDefined()
    expect(tokenVerifier.confirmedAt).toBeGreaterThan(Date.now() - 5_000)
  })
})
