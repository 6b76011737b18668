import { beforeAll, describe, expect, it } from 'vitest'
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
import { serverUrl } from '../../support/servers/server-url.ts'
import { FROM_CONSOLE, postSession, sendToConsole, startSecondGateway } from '../../support/system/console.ts'
import { beginSignIn, comeBack, signInAtProvider, signInByProvider } from '../../support/system/provider-sign-in.ts'
import { useProvider } from '../../support/system/provider-world.ts'
import type { TestClient } from '../../support/system/system.ts'

const world = useProvider(['catalog', 'inventory'])
let staff: TestClient
let origin: string
beforeAll(() => {
  staff = world.staff
  origin = world.origin
})

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

  it('writes the verified person into the ledger, whatever the request says, apart from names that clients type', async () => {
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

  it('keeps neither a page that is too long nor an invalid session id', async () => {
    const begin = (to: string, headers = {}) =>
      sendToConsole(origin, 'GET', `/session/provider?to=${encodeURIComponent(to)}`, headers)
    expect((await begin(`/console/${'x'.repeat(1_990)}`)).status).toBe(303)
    const long = await begin(`/console/${'x'.repeat(1_992)}`)
    expect([long.status, long.body.message]).toEqual([400, 'The parameter to must be at most 2000 characters long.'])
    const { cookie, url } = await beginSignIn(origin, undefined, `console=${'x'.repeat(9_000)}`)
    expect((await comeBack(origin, await signInAtProvider(url, 'ada'), cookie)).status).toBe(303)
  })
})

describe('How people may sign in', () => {
  it('is answered to anybody, also without a session', async () => {
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
