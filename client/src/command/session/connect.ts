import { createInventoryClient, createInventoryFetch, type InventoryClient } from '../../client.ts'
import { type Wait, waitFor } from '../../repeating-fetch.ts'
import { apiBase } from '../../schema.ts'
import type { Fetch } from '../../token-source.ts'
import { note } from '../shell/output.ts'
import { pause } from '../shell/stop-signal.ts'
import { readCredentials } from './credentials.ts'

interface Connection {
  readonly baseUrl: string
  readonly client: InventoryClient
  /** For any request below `baseUrl`. */
  readonly send: Fetch
}

/**
 * The client of the package, with the credentials of the environment or of `inventory login`. With `stop`, waits end when
 * it is aborted, and nothing is said of them.
 */
export async function connect(stop?: AbortSignal): Promise<Connection> {
  const wait: Wait = stop ? (ms) => pause(ms, stop) : waitAndSay
  const options = { ...(await readCredentials()), wait }
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
