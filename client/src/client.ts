import createClient, { type Client } from 'openapi-fetch'
import { createPaginate, type Paginate } from './paginate.ts'
import { repeating, type Wait, waitFor } from './repeating-fetch.ts'
import type { paths } from './schema.ts'
import { createTokenSource, type Fetch } from './token-source.ts'

export interface InventoryClientOptions {
  /** Where the interface begins, `https://inventory.example.com/api/v1` for instance. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The global fetch unless said. */
  readonly fetch?: Fetch
  /** How to wait for so many milliseconds: by a timer unless said. */
  readonly wait?: Wait
  /** How often a request is sent at most when it is refused for now, or its response is lost; 5 unless said. */
  readonly maxAttempts?: number
}

/** GET, POST, PUT and DELETE of openapi-fetch with the types of the interface, and `paginate`. */
export type InventoryClient = Client<paths, 'application/json'> & {
  /** Every record of a list, page after page; throws an InventoryError if a page cannot be had. */
  readonly paginate: Paginate
}

/** A client that keeps its token fresh, and repeats what can be repeated: see repeating-fetch.ts. */
export function createInventoryClient(options: InventoryClientOptions): InventoryClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: withoutSlash(options.baseUrl),
    fetch: createInventoryFetch(options),
  })
  return { ...client, paginate: createPaginate(client) }
}

/** The client's fetch for any request below `baseUrl`: with its token, and repeated likewise. */
export function createInventoryFetch(options: InventoryClientOptions): Fetch {
  const { clientId, clientSecret, fetch: send = (request) => fetch(request), wait = waitFor, maxAttempts = 5 } = options
  const baseUrl = withoutSlash(options.baseUrl)
  const repetition = { wait, maxAttempts }
  const tokens = createTokenSource({ baseUrl, clientId, clientSecret, fetch: repeating(send, repetition) })
  return repeating(send, { ...repetition, tokens })
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')
