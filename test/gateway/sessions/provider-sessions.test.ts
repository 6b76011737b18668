import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serverUrl } from '../../support/servers/server-url.ts'
import { signInByProvider } from '../../support/system/provider-sign-in.ts'
import { useProvider } from '../../support/system/provider-world.ts'

const world = useProvider()
let origin: string
beforeAll(() => {
  origin = world.origin
})

/** Minutes go by for all processes. The gateway takes itself for stalled then, and refuses requests with a deadline. */
function goBy(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Lets sessions whose renewal has failed be renewed again, as time does after 30 seconds. */
async function endRenewals(): Promise<void> {
  const redis = new Redis(serverUrl('REDIS_URL'))
  const keys = await redis.keys(`${world.system.system}:console:renewal:*`)
  expect(keys).not.toEqual([])
  await redis.del(...keys)
  redis.disconnect()
}

describe('The session of a verified person', () => {
  it('goes on while the provider vouches for the person, and asks it once for requests at the same time', async () => {
    const { send } = await signInByProvider(origin, 'ada')
    const { expires } = (await send('GET', '/session')).body
    const { refreshes } = world.provider
    world.provider.accounts.set('ada', { name: 'Ada King', groups: ['staff'] })
    goBy(11)
    const both = await Promise.all([send('GET', '/session'), send('GET', '/session')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const renewed = (await send('GET', '/session')).body
    expect([renewed.actor, Date.parse(renewed.expires) > Date.parse(expires)]).toEqual(['Ada King', true])
    expect(world.provider.refreshes - refreshes).toBe(1)
  })

  it('ends when the person was disabled at the provider, or may do nothing here any more', async () => {
    const [disabled, moved] = [await signInByProvider(origin, 'ada'), await signInByProvider(origin, 'ada')]
    goBy(11)
    world.provider.accounts.set('ada', { name: 'Ada Byron', groups: ['visitors'] })
    expect((await moved.send('GET', '/session')).status).toBe(401)
    world.provider.accounts.delete('ada')
    expect((await disabled.send('GET', '/session')).status).toBe(401)
    world.provider.accounts.set('ada', { name: 'Ada Byron', groups: ['staff'] })
    expect((await disabled.send('GET', '/session')).status).toBe(401)
  })

  it('outlives an absent provider until its token ends, and no longer', async () => {
    const { send } = await signInByProvider(origin, 'ada')
    world.provider.isAway = true
    goBy(11)
    expect((await send('GET', '/session')).status).toBe(200)
    goBy(16)
    expect((await send('GET', '/session')).status).toBe(503)
  })

  it('goes on if the provider has refreshed it, and what was asked next did not answer', async () => {
    const { send } = await signInByProvider(origin, 'ada')
    const { expires } = (await send('GET', '/session')).body
    const { refreshes } = world.provider
    world.provider.refusals.set('/me', { status: 503, error: 'temporarily_unavailable' })
    goBy(11)
    expect((await send('GET', '/session')).status).toBe(200)
    world.provider.refusals.clear()
    await endRenewals()
    const renewed = await send('GET', '/session')
    expect([renewed.status, Date.parse(renewed.body.expires) > Date.parse(expires)]).toEqual([200, true])
    expect(world.provider.refreshes - refreshes).toBe(2)
  })

  it.each([
    ['/token', { status: 429, error: 'slow_down' }],
    ['/token', { status: 400, error: 'invalid_request' }],
    ['/token', { status: 401, error: 'invalid_client', challenge: 'Basic realm="provider"' }],
    ['/me', { status: 403, error: 'insufficient_scope', challenge: 'Bearer error="insufficient_scope"' }],
  ])('goes on when %s of the provider refuses the console, not the person: %j', async (path, refusal) => {
    const { send } = await signInByProvider(origin, 'ada')
    world.provider.refusals.set(path, refusal)
    goBy(11)
    expect((await send('GET', '/session')).status).toBe(200)
  })

  it.each([
    ['/token', { status: 400, error: 'invalid_grant' }],
    ['/me', { status: 401, error: 'invalid_token', challenge: 'Bearer error="invalid_token"' }],
  ])('ends when %s of the provider does not vouch for the person: %j', async (path, refusal) => {
    const { send } = await signInByProvider(origin, 'ada')
    world.provider.refusals.set(path, refusal)
    goBy(11)
    expect((await send('GET', '/session')).status).toBe(401)
  })

  it('ends at the provider too when the person signs out', async () => {
    const { send } = await signInByProvider(origin, 'ada')
    const out = await send('DELETE', '/session')
    expect(out.status).toBe(200)
    const url = new URL(out.body.provider)
    expect([url.origin, url.pathname]).toEqual([world.provider.settings.issuer, '/session/end'])
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/console`)
    expect((await fetch(url)).status).toBe(200)
    expect((await send('GET', '/session')).status).toBe(401)
  })
})
