import { InventoryError } from './inventory-error.ts'

export type Fetch = (request: Request) => Promise<Response>

/** A token is replaced this long before it expires, or a tenth of its lifetime if that is shorter. */
const MARGIN_MS = 30_000

interface Credentials {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: Fetch
}

/** The current token; concurrent callers share one request for a new one. */
export interface TokenSource {
  get(): Promise<string>
  /** Forgets a token that was refused, so that the next `get` requests a new one. */
  drop(token: string): void
}

export function createTokenSource({ baseUrl, clientId, clientSecret, fetch }: Credentials): TokenSource {
  let current: { readonly token: string; readonly renewAt: number } | undefined
  let pending: Promise<string> | undefined

  const request = async () => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const response = await fetch(new Request(`${baseUrl}/Token`, { method: 'POST', body: new URLSearchParams(form) }))
    const body: unknown = await response.json().catch(() => undefined)
    if (!isToken(body)) throw new InventoryError(response.status, body, response.headers)
    const lifeMs = body.expires_in * 1000
    current = { token: body.access_token, renewAt: performance.now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) }
    return current.token
  }

  return {
    async get() {
      if (current && performance.now() < current.renewAt) return current.token
      pending ??= request().finally(() => {
        pending = undefined
      })
      return pending
    },
    drop(token) {
      if (current?.token === token) current = undefined
    },
  }
}

function isToken(body: unknown): body is { readonly access_token: string; readonly expires_in: number } {
  if (typeof body !== 'object' || body === null || !('access_token' in body) || !('expires_in' in body)) return false
  return typeof body.access_token === 'string' && typeof body.expires_in === 'number'
}
