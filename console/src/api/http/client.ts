import createClient from 'openapi-fetch'
import { InventoryError } from '../../../../client/src/inventory-error.ts'
import { repeating } from '../../../../client/src/repeating-fetch.ts'
import { inFieldWords } from '../../fold/field-words.ts'
import { patientFetch, waitVisibly } from './pause.ts'
import { ofSession } from './query-client.ts'
import { createSessionRequests } from './session-requests.ts'

export { InventoryError }

const requests = createSessionRequests(repeating(patientFetch, { wait: waitVisibly, maxAttempts: 4 }))
export const endRequests = requests.end

/** The paths are variables here; operations.ts knows what each takes and returns. */
interface AnyOperation {
  readonly parameters: { readonly query?: object; readonly path?: object; readonly header?: object }
  readonly requestBody?: { readonly content: { readonly 'application/json': object } }
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } }
}
type AnyPaths = Readonly<Record<string, Readonly<Record<'get' | 'post' | 'put' | 'delete', AnyOperation>>>>

/** Sends with the session's cookie: requests wait while the rate limit is spent, writes keep their key. */
export const { request } = createClient<AnyPaths>({
  baseUrl: '/console/api',
  fetch: (request) => requests.fetch(marked(request)),
})

/**
 * The gateway takes writes only from its own pages: another site cannot send this header. Also when it is repeated, a
 * request is of the session that it was made in.
 */
function marked(request: Request): Request {
  if (request.method !== 'GET') request.headers.set('X-Console', '1')
  for (const [name, value] of Object.entries(ofSession())) request.headers.set(name, value)
  return request
}

interface Outcome<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** The response of a call; throws an InventoryError for every other outcome. */
export async function responseOf<T>(
  call: Promise<Outcome<T>>,
): Promise<{ readonly body: T; readonly headers: Headers }> {
  const { data, error, response } = await call
  if (data === undefined) throw new InventoryError(response.status, error, response.headers)
  return { body: data, headers: response.headers }
}

/** An order may have hundreds of wrong lines, each of which stands beside its line too. */
const MOST_FIELDS = 8

/** What went wrong, in the interface's words; its fields are called as people call them. */
export function messageOf(error: unknown): string {
  if (error instanceof InventoryError) {
    const about = Object.entries(error.details ?? {}).flatMap(([field, messages]) =>
      messages.map((message) => inFieldWords(field, message)),
    )
    const more = about.length - MOST_FIELDS
    if (more > 0) return `${about.slice(0, MOST_FIELDS).join(' ')} And ${more} more.`
    return about.length > 0 ? about.join(' ') : error.message
  }
  if (error instanceof TypeError) return 'Can’t reach the server.'
  return error instanceof Error ? error.message : String(error)
}
