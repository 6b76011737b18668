import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createCallerSeal } from '../../../shared/identity/confidential.ts'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { strangeKey } from '../../support/servers/identity-provider.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { FROM_CONSOLE, postSession, sendToConsole, startSecondGateway } from '../../support/system/console.ts'
import {
  beginSignIn,
  comeBack,
  cookiesOf,
  signInAtProvider,
  signInByProvider,
  startSystemWithProvider,
} from '../../support/system/provider-sign-in.ts'
import { registerBasics } from '../../support/system/registries.ts'
import type { TestClient } from '../../support/system/system.ts'

let world: Awaited<ReturnType<typeof startSystemWithProvider>>
let staff: TestClient
let origin: string

beforeAll(async () => {
  world = await startSystemWithProvider({
    services: ['auth', 'catalog', 'inventory', 'gateway'],
    consoleFolder: '/nowhere',
  })
  origin = world.origin
  await registerBasics(world.system.call)
  staff = await world.system.createClient()
  world.provider.settings.clients.push({ value: 'staff', clientId: staff.clientId })
  world.provider.settings.clients.push({ value: 'nobody', clientId: 'no-such-client' })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.provider.accounts.set('ada', { name: 'Ada Byron', groups: ['visitors', 'staff'] })
  world.provider.forge = undefined
  world.provider.isAway = false
})

/** Comes back from the provider with what it sent, changed. */
async function comeBackWith(change: (url: URL) => void) {
  const { cookie, url } = await beginSignIn(origin)
  const returned = await signInAtProvider(url, 'ada')
  change(returned)
  return comeBack(origin, returned, cookie)
}

/** Minutes go by for all processes. To the gateway it is as if it had stood still, so requests with a deadline are refused. */
function goBy(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe('A sign-in by an identity provider', () => {
  it('leads to the page that was wanted, with a session of the client of the person’s group', async () => {
    const { signedIn, send } = await signInByProvider(origin, 'ada', '/console/ledger?type=receive')
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/console/ledger?type=receive'])
    const lines = [signedIn.headers['set-cookie']].flat()
    expect(lines.find((line) => line?.startsWith('console='))).toMatch(
      /^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const shown = await send('GET', '/session')
    expect(shown.body).toMatchObject({ clientId: staff.clientId, actor: 'Ada Byron', isVerified: true })
    expect(Date.parse(shown.body.expires) - Date.now()).toBeLessThanOrEqual(900_000)
  })

  it('marks its attempt with a cookie that comes back from the provider, and that scripts cannot read', async () => {
    const { answer } = await beginSignIn(origin)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^console-sign-in=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    const second = await startSecondGateway(world.system, { trustProxy: 1, signIn: world.provider.settings })
    const https = { host: 'stock.example.com', 'x-forwarded-proto': 'https' }
    const secure = await sendToConsole(second, 'GET', '/session/provider', https)
    expect(String(secure.headers['set-cookie'])).toMatch(/^__Host-console-sign-in=.*; Secure; SameSite=Lax$/)
    expect(new URL(String(secure.headers.location)).searchParams.get('redirect_uri')).toBe(
      'https://stock.example.com/console/session/provider/done',
    )
    const plain = await sendToConsole(second, 'GET', '/session/provider', { host: 'stock.example.com' })
    expect([plain.status, plain.headers.location]).toEqual([403, undefined])
  })

  it('writes the verified person into the ledger, whatever the request says, and keeps the name that a client types apart', async () => {
    const { send } = await signInByProvider(origin, 'ada')
    const { shortID: itemID } = await staff.call(catalog.createItem, anItem())
    const receipt = aReceipt({ itemID })
    const headers = { ...FROM_CONSOLE, 'x-actor': 'Mallory' }
    expect((await send('POST', '/api/Inventory/Receive', headers).send(receipt)).status).toBeLessThan(300)
    await staff.api.inventory.receive(receipt, { headers: { 'x-actor': 'Ada Byron' } })
    const { value } = await staff.call(inventory.listTransactions, { itemID, sort: 'transactionNo' })
    expect(value.map(({ actor, actorVerified, clientId }) => [clientId, actor, actorVerified])).toEqual([
      [staff.clientId, 'Ada Byron', true],
      [staff.clientId, 'Ada Byron', undefined],
    ])
    expect(JSON.stringify(value)).not.toContain(world.provider.settings.issuer)
  })

  it('ends the session that the browser had', async () => {
    const first = await signInByProvider(origin, 'ada')
    const { cookie, url } = await beginSignIn(origin, undefined, first.cookie)
    await comeBack(origin, await signInAtProvider(url, 'ada'), cookie)
    expect((await first.send('GET', '/session')).status).toBe(401)
  })

  it.each([
    'https://evil.example',
    '//evil.example/console',
    '/\\evil.example',
    '/api/v1/openapi.json',
    'javascript:alert(1)',
    '/console/../docs',
  ])('does not lead to %s', async (to) => {
    const { answer } = await beginSignIn(origin, to).catch(() => ({ answer: undefined }))
    const sent = answer ?? (await sendToConsole(origin, 'GET', `/session/provider?to=${encodeURIComponent(to)}`, {}))
    expect([sent.status, sent.body.message]).toEqual([400, 'The parameter to must be a page of the console.'])
  })
})

describe('What a provider did not say is refused', () => {
  const refusal = async (answer: ReturnType<typeof comeBackWith>) => {
    const { status, body, headers } = await answer
    return [status, body.message, headers['set-cookie'] === undefined ? 'no cookie' : cookiesOf(await answer).join()]
  }
  const AGAIN = 'Sign in again.'
  const refused = (message: string) => [401, `${message} ${AGAIN}`, 'console-sign-in=']

  it('if the state is another one', async () => {
    const forged = refused('The answer belongs to another sign-in than the one that this browser began (state).')
    expect(await refusal(comeBackWith((url) => url.searchParams.set('state', 'forged')))).toEqual(forged)
    expect(await refusal(comeBackWith((url) => url.searchParams.delete('state')))).toEqual(forged)
  })

  it('if another browser comes back, or the same one twice', async () => {
    const { cookie, url } = await beginSignIn(origin)
    const returned = await signInAtProvider(url, 'ada')
    const unknown =
      'This sign-in was not begun in this browser, has taken longer than 10 minutes, or is over already. Sign in again.'
    expect((await comeBack(origin, returned, '')).body.message).toBe(unknown)
    expect((await comeBack(origin, returned, cookie)).status).toBe(303)
    expect((await comeBack(origin, returned, cookie)).body.message).toBe(unknown)
  })

  it('if the code was used before, is unknown, or is of a sign-in with another verifier', async () => {
    const used = refused('The code of this sign-in has expired, or was used before.')
    expect(await refusal(comeBackWith((url) => url.searchParams.set('code', 'forged')))).toEqual(used)
    let first = ''
    await comeBackWith((url) => {
      first = url.searchParams.get('code') ?? ''
    })
    expect(await refusal(comeBackWith((url) => url.searchParams.set('code', first)))).toEqual(used)
  })

  it('if the answer names another issuer', async () => {
    const other = refused('The answer comes from another identity provider (issuer).')
    expect(await refusal(comeBackWith((url) => url.searchParams.set('iss', 'https://evil.example')))).toEqual(other)
    world.provider.forge = { claims: { iss: 'https://evil.example' } }
    expect(await refusal(comeBackWith(() => undefined))).toEqual(other)
  })

  it('if the ID token is of another sign-in, for another application, too old, or signed by somebody else', async () => {
    const of = (forge: typeof world.provider.forge) => {
      world.provider.forge = forge
      return refusal(comeBackWith(() => undefined))
    }
    expect(await of({ claims: { nonce: 'forged' } })).toEqual(
      refused('The answer of the identity provider belongs to another sign-in (nonce).'),
    )
    expect(await of({ claims: { aud: 'another-application' } })).toEqual(
      refused('The answer of the identity provider is for another application (audience).'),
    )
    expect(await of({ claims: { exp: 1_000 } })).toEqual(refused('The answer of the identity provider has expired.'))
    expect(await of({ key: strangeKey })).toEqual(refused('The answer of the identity provider cannot be verified.'))
  })

  it('if the provider itself has refused', async () => {
    const denied = await comeBackWith((url) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
    })
    expect([denied.status, denied.body.message]).toEqual([
      403,
      'The identity provider has refused the sign-in (access_denied).',
    ])
  })

  it('with a page for a browser, which shows no text of others', async () => {
    const { cookie } = await beginSignIn(origin)
    const url = new URL(`${origin}/console/session/provider/done?state=<script>`)
    const page = await comeBack(origin, url, cookie, 'text/html')
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<h1>Not signed in</h1>')
    expect(page.text).not.toContain('<script')
  })
})

describe('Who is verified but', () => {
  const sayOf = async (login: string, groups: unknown) => {
    world.provider.accounts.set(login, { name: 'Eve', groups })
    const { signedIn } = await signInByProvider(origin, login)
    return [signedIn.status, signedIn.body.message, cookiesOf(signedIn).join()]
  }

  it.each([[['visitors']], [undefined], ['staff,approvers']])(
    'is in no group of the table is told so: %j',
    async (groups) => {
      expect(await sayOf('eve', groups)).toEqual([
        403,
        'The identity provider has verified Eve, but nobody has said what that person may do here: ' +
          'no value of the claim groups belongs to a client. Ask the operator.',
        'console-sign-in=',
      ])
    },
  )

  it('belongs to a client that does not exist is told so', async () => {
    const message = 'There is no client no-such-client, or it is disabled. Ask the operator.'
    expect(await sayOf('eve', ['nobody'])).toEqual([403, message, 'console-sign-in='])
  })
})

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

describe('How people may sign in', () => {
  it('is told to everybody', async () => {
    const { body } = await sendToConsole(origin, 'GET', '/session/ways', {})
    expect(body).toEqual({ provider: 'Test Provider', secrets: true })
    const second = await startSecondGateway(world.system)
    expect((await sendToConsole(second, 'GET', '/session/ways', {})).body).toEqual({ provider: null, secrets: true })
    expect((await sendToConsole(second, 'GET', '/session/provider', {})).status).toBe(404)
  })

  it('can be the provider alone: a typed name with a secret is refused', async () => {
    const signIn = { ...world.provider.settings, allowsSecrets: false }
    const second = await startSecondGateway(world.system, { signIn })
    const { clientId, clientSecret } = staff
    const answer = await postSession(second, { clientId, clientSecret, actor: 'Ada Byron' })
    expect([answer.status, answer.body.message]).toEqual([403, 'People sign in by Test Provider here.'])
  })
})

describe('A token for a person', () => {
  it('is issued to the gateway only: neither another service nor the operator can name anybody', async () => {
    const { system } = world
    const { log } = createCapturedLog()
    const options = { url: serverUrl('RABBITMQ_URL'), system: system.system, name: 'test', log }
    const broker = keep(await createAmqpBroker(options))
    const callBytes = createCallBytes(broker, { seal: createCallerSeal(system.keysOf('gateway').publicKeys) })
    const as = (name: 'gateway' | 'catalog' | 'operator') =>
      createCall(callBytes, createInternalTokens(name, system.keysOf(name)).sign)
    const person = { issuer: 'https://idp.example', subject: '1', name: 'Ada' }
    const input = { clientId: staff.clientId, person }
    for (const name of ['catalog', 'operator'] as const)
      await expect(as(name)(auth.issuePersonToken, input)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(staff.call(auth.issuePersonToken, input)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await as('gateway')(auth.issuePersonToken, input)).expires_in).toBe(900)
  })
})
