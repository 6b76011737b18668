import { createInventoryClient, createInventoryFetch, type InventoryClient } from '../../client.ts'
import { waitFor } from '../../repeating-fetch.ts'
import { apiBase } from '../../schema.ts'
import type { Fetch } from '../../token-source.ts'
import { note } from '../shell/output.ts'
import { readCredentials } from './credentials.ts'

interface Connection {
  readonly baseUrl: string
  readonly client: InventoryClient
  /** For any request below `baseUrl`. */
  readonly send: Fetch
}

/** The client of the package, with the credentials of the environment or of `inventory login`. */
export async function connect(): Promise<Connection> {
  const options = { ...(await readCredentials()), wait: waitAndSay }
  return { baseUrl: options.baseUrl, client: createInventoryClient(options), send: createInventoryFetch(options) }
}

/** The address of a path of the interface, which may have the interface's beginning before it. */
export function addressOf(baseUrl: string, path: string): string {
  const below = path.startsWith(`${apiBase}/`) ? path.slice(apiBase.length) : path
  return `${baseUrl}${below.startsWith('/') ? '' : '/'}${below}`
}

async function waitAndSay(ms: number): Promise<void> {
  note(`No answer for now: asked again in ${ms / 1000} s.`)
  await waitFor(ms)
}
