import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { ClientOfValue, ProviderSettings } from '../../../gateway/sessions/provider-settings.ts'

type Claims = Readonly<Record<string, unknown>>

interface Refusal {
  readonly status: number
  /** Code of OAuth. */
  readonly error: string
  /** Of `WWW-Authenticate`. */
  readonly challenge?: string
}

/** An OpenID provider on this machine. */
export interface IdentityProvider extends AsyncDisposable {
  /** Of the console at the provider; entries of `clients` may be added. */
  readonly settings: ProviderSettings & { readonly clients: ClientOfValue[] }
  /** Those who may sign in, by their subjects, which are their logins too. */
  readonly accounts: Map<string, Claims>
  /** How often a refresh token was used. */
  readonly refreshes: number
  /** Changes the ID tokens that it issues; they are signed with `key` if it is given, else with the provider's own. */
  forge: { readonly claims?: Claims; readonly key?: jwt.Secret } | undefined
  /** Whether it answers 503 to the console. */
  isAway: boolean
  /** What the paths that it has refuse requests with. */
  readonly refusals: Map<string, Refusal>
  /** Registers the console at this address. */
  register(origin: string): void
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
/** A key that no provider has published. */
export const strangeKey = newKey()

/** Starts a provider to which no console is registered yet: its address is needed to start a gateway. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const [privateKey, kid] = [newKey(), randomUUID()]
  const accounts = new Map<string, Claims>()
  let answer: RequestListener = (_req, res) => res.writeHead(503).end()
  let refreshes = 0
  const inner = createServer((req, res) => answer(req, res))
  const innerPort = await listen(inner)

  const front = createServer((req, res) => {
    pass(req, res).catch(() => res.destroy())
  })
  const port = await listen(front)
  const issuer = `http://127.0.0.1:${port}`

  /** Passes a request on, and changes what the token endpoint answers. */
  const pass = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(req)
    if (provider.isAway) return void res.writeHead(503).end()
    const refusal = provider.refusals.get(req.url ?? '')
    if (refusal) return refuse(res, refusal)
    const sent = request({
      port: innerPort,
      host: '127.0.0.1',
      path: req.url,
      method: req.method,
      headers: req.headers,
    })
    sent.end(body)
    // Node's event has the response as its only argument.
    const [got] = (await once(sent, 'response')) as [IncomingMessage]
    const content = await buffer(got)
    if (req.url !== '/token') return void res.writeHead(got.statusCode ?? 500, got.headers).end(content)
    if (body.includes('grant_type=refresh_token')) refreshes++
    const changed = Buffer.from(JSON.stringify(forged(JSON.parse(content.toString()))))
    const headers = { ...got.headers, 'content-length': String(changed.length) }
    res.writeHead(got.statusCode ?? 500, headers).end(changed)
  }

  const forged = (tokens: { readonly id_token?: string }) => {
    const { forge } = provider
    if (!forge || tokens.id_token === undefined) return tokens
    const claims = { ...jwt.decode(tokens.id_token, { json: true }), ...forge.claims }
    return { ...tokens, id_token: jwt.sign(claims, forge.key ?? privateKey, { algorithm: 'RS256', keyid: kid }) }
  }

  const provider: IdentityProvider = {
    settings: {
      issuer,
      clientId: 'console',
      clientSecret: randomBytes(32).toString('base64url'),
      scope: 'openid profile',
      claim: 'groups',
      clients: [],
      name: 'Test Provider',
      allowsSecrets: true,
    },
    accounts,
    get refreshes() {
      return refreshes
    },
    forge: undefined,
    isAway: false,
    refusals: new Map(),
    register(origin) {
      const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
      const config = toConfiguration(provider.settings, origin, accounts, jwk)
      answer = new Provider(issuer, config).callback()
    },
    async [Symbol.asyncDispose]() {
      for (const server of [front, inner]) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
  return provider
}

function refuse(res: ServerResponse, { status, error, challenge }: Refusal): void {
  if (challenge !== undefined) res.setHeader('WWW-Authenticate', challenge)
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }))
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}

function toConfiguration(
  { clientId, clientSecret, scope }: ProviderSettings,
  origin: string,
  accounts: ReadonlyMap<string, Claims>,
  jwk: object,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/console/session/provider/done`],
        post_logout_redirect_uris: [`${origin}/console`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    findAccount(_ctx, sub) {
      const claims = accounts.get(sub)
      return claims && { accountId: sub, claims: () => Promise.resolve({ ...claims, sub }) }
    },
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: true,
    loadExistingGrant: (ctx) => grantTo(ctx, scope),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  }
}

/** Nobody is asked whether the console may know who signs in. */
async function grantTo({ oidc: { client, session, provider } }: KoaContextWithOIDC, scope: string) {
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}
