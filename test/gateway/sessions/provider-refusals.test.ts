import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { strangeKey } from '../../support/servers/identity-provider.ts'
import {
  beginSignIn,
  comeBack,
  cookiesOf,
  signInAtProvider,
  signInByProvider,
} from '../../support/system/provider-sign-in.ts'
import { useProvider } from '../../support/system/provider-world.ts'

const world = useProvider()
let origin: string
beforeAll(() => {
  origin = world.origin
})

/** Comes back from the provider with what it sent, changed. */
async function comeBackWith(change: (url: URL) => void) {
  const { cookie, url } = await beginSignIn(origin)
  const returned = await signInAtProvider(url, 'ada')
  change(returned)
  return comeBack(origin, returned, cookie)
}

describe('What a provider did not say is refused', () => {
  const refusal = async (answer: ReturnType<typeof comeBackWith>) => {
    const { status, body, headers } = await answer
    return [status, body.message, headers['set-cookie'] === undefined ? 'no cookie' : cookiesOf(await answer).join()]
  }
  const AGAIN = 'Sign in again.'
  const refused = (message: string) => [401, `${message} ${AGAIN}`, 'console-sign-in=']

  it('if the state is another one', async () => {
    const forged = refused('The response belongs to another sign-in than the one that this browser began (state).')
    expect(await refusal(comeBackWith((url) => url.searchParams.set('state', 'forged')))).toEqual(forged)
    expect(await refusal(comeBackWith((url) => url.searchParams.delete('state')))).toEqual(forged)
  })

  it('if the request names a host that is no address', async () => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    socket.write('GET /console/session/provider HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n')
    expect(await readText(socket)).toContain('HTTP/1.1 400 ')
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

  it('if the response names another issuer', async () => {
    const other = refused('The response comes from another identity provider (issuer).')
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
      refused('The response of the identity provider belongs to another sign-in (nonce).'),
    )
    expect(await of({ claims: { aud: 'another-application' } })).toEqual(
      refused('The response of the identity provider is for another application (audience).'),
    )
    expect(await of({ claims: { exp: 1_000 } })).toEqual(refused('The response of the identity provider has expired.'))
    expect(await of({ key: strangeKey })).toEqual(refused('The response of the identity provider cannot be verified.'))
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
    expect(page.text).toContain('<h1>Sign-in failed</h1>')
    expect(page.text).not.toContain('<script')
    expect(page.headers['www-authenticate']).toBe('Bearer realm="inventory"')
  })

  it('with a page that says when to come back while the provider is away', async () => {
    const { cookie, url } = await beginSignIn(origin)
    const returned = await signInAtProvider(url, 'ada')
    world.provider.isAway = true
    const page = await comeBack(origin, returned, cookie, 'text/html')
    expect([page.status, page.headers['retry-after']]).toEqual([503, '1'])
    expect(page.text).toContain('<h1>Sign-in failed</h1>')
  })
})

describe('A verified person', () => {
  const sayOf = async (login: string, groups: unknown) => {
    world.provider.accounts.set(login, { name: 'Eve', groups })
    const { signedIn } = await signInByProvider(origin, login)
    return [signedIn.status, signedIn.body.message, cookiesOf(signedIn).join()]
  }

  it.each([[['visitors']], [undefined], ['staff,approvers']])(
    'is in no group of the table is refused with the claim that was looked at: %j',
    async (groups) => {
      expect(await sayOf('eve', groups)).toEqual([
        403,
        'The identity provider has verified Eve, but nobody has said what that person may do here: ' +
          'no value of the claim groups belongs to a client. Ask the operator.',
        'console-sign-in=',
      ])
    },
  )

  it('belongs to a client that does not exist is refused with its name', async () => {
    const message = 'There is no client no-such-client, or it is disabled. Ask the operator.'
    expect(await sayOf('eve', ['nobody'])).toEqual([403, message, 'console-sign-in='])
  })
})
