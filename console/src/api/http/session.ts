import { InventoryError } from '../../../../client/src/inventory-error.ts'
import { patientFetch } from './pause.ts'

/** The person who is signed in, and the rights of the client (docs/console.md). */
export interface Session {
  /** Opens nothing; absent in a session that an earlier version kept on the device. */
  readonly id?: string
  readonly clientId: string
  readonly actor: string
  /** Whether an identity provider has verified the actor; absent where there is none. */
  readonly isVerified?: boolean
  readonly readOnly: boolean
  readonly permissions: readonly number[]
  /** Ids of the reports that the client's group may run; absent in a session that an earlier version kept on the device. */
  readonly reports?: readonly number[]
  readonly warehouses: readonly number[] | 'all'
  readonly expires: string
}

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly actor: string
}

/** How people may sign in. */
interface Ways {
  /** Name of the identity provider; null if there is none. */
  readonly provider: string | null
  /** Whether by the secret of a client. */
  readonly secrets: boolean
}

const ADDRESS = '/console/session'

/** Where a sign-in by the identity provider begins, which comes back to the page. */
export const providerAddress = (page: string) => `${ADDRESS}/provider?to=${encodeURIComponent(page)}`
const ownPage = { 'X-Console': '1' }

/** The running session; null if there is none. */
export async function readSession(): Promise<Session | null> {
  const response = await patientFetch(new Request(ADDRESS))
  return response.status === 401 ? null : bodyOf(response, isSession)
}

export async function signIn(credentials: Credentials): Promise<Session> {
  const headers = { ...ownPage, 'Content-Type': 'application/json' }
  return bodyOf(await fetch(ADDRESS, { method: 'POST', headers, body: JSON.stringify(credentials) }), isSession)
}

export const readWays = async (): Promise<Ways> => bodyOf(await patientFetch(new Request(`${ADDRESS}/ways`)), isWays)

const isWays = (body: unknown): body is Ways =>
  typeof body === 'object' && body !== null && 'provider' in body && 'secrets' in body

/** Ends the session that is named; resolves to the address at which that of the identity provider is ended, if any. */
export async function signOut(named: Readonly<Record<string, string>>): Promise<string | null> {
  const response = await fetch(ADDRESS, { method: 'DELETE', headers: { ...ownPage, ...named } })
  if (!response.ok && response.status !== 401) throw await toError(response)
  if (response.status !== 200) return null
  const body: unknown = await response.json()
  const hasAddress = typeof body === 'object' && body !== null && 'provider' in body
  return hasAddress && typeof body.provider === 'string' ? body.provider : null
}

async function bodyOf<T>(response: Response, isValid: (body: unknown) => body is T): Promise<T> {
  if (!response.ok) throw await toError(response)
  const body: unknown = await response.json()
  if (isValid(body)) return body
  throw new InventoryError(response.status, { message: 'The server sent an unexpected response.' })
}

async function toError(response: Response): Promise<InventoryError> {
  const body: unknown = await response.json().catch(() => undefined)
  return new InventoryError(response.status, body)
}

export function isSession(body: unknown): body is Session {
  return (
    typeof body === 'object' &&
    body !== null &&
    'clientId' in body &&
    'actor' in body &&
    'permissions' in body &&
    Array.isArray(body.permissions)
  )
}
