import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createTokenVerifier } from '../../../shared/identity/token-verifier.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'
import { createFakeAuth, createSigningKey } from '../../support/system/fake-auth.ts'
import { createKeys } from '../../support/system/keys.ts'

const keysOf = createKeys()
const tokensOf = (process: string) => createInternalTokens(process, keysOf(process))
const internalTokens = tokensOf('gateway')
const ofOperator = () => tokensOf('operator').sign('gateway')

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
  test('identifies clients and internal callers by their tokens, and a request without one as no caller', async () => {
    const { auth, tokenVerifier } = await trusting()
    const token = auth.signToken('anna', { permissions: [11], warehouses: [1, 2] })
    const rights = { permissions: [11], reports: [], warehouses: [1, 2], readOnly: false, active: true }
    const anna = { kind: 'client', id: 'anna', ...rights }
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

  test('gives a live token the current rights of its client', async () => {
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

  test('accepts newer rights once auth confirms them, and refuses rights of the future', async () => {
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
    expect(tokenVerifier.confirmedAt).toBeGreaterThan(performance.now() - 5_000)
  })
})
