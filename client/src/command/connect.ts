import { chmod, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInventoryClient, createInventoryFetch } from '../client.ts'
import { type Wait, waitFor } from '../repeating-fetch.ts'
import { apiBase } from '../schema.ts'
import { Failure, UsageError } from './command.ts'
import { readJson, writeWhole } from './files.ts'
import { note, pause } from './terminal.ts'

/**
 * The client of the package, with the credentials of the environment or of `inventory login`. With `stop`, waits end when
 * it is aborted, and nothing is said of them. `send` is for any request below `baseUrl`.
 */
export async function connect(stop?: AbortSignal) {
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
  note(`No response for now: asked again in ${ms / 1000} s.`)
  await waitFor(ms)
}

export interface Credentials {
  /** Where the interface begins. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

const FOLDER_OF_OWNER = 0o700

export function credentialsFile(env = process.env): string {
  const config = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(config, 'inventory-service', 'credentials.json')
}

/**
 * The credentials of the environment, or those that were stored. The stored secret goes to the address that it was stored
 * with and to no other: an address or a client of the environment needs a secret of the environment.
 */
export async function readCredentials(env = process.env): Promise<Credentials> {
  const { INVENTORY_URL: url, INVENTORY_CLIENT_ID: clientId, INVENTORY_CLIENT_SECRET: clientSecret } = env
  if (url && clientId && clientSecret) return { baseUrl: toBaseUrl(url), clientId, clientSecret }
  const stored = await readStored(credentialsFile(env))
  if (!stored)
    throw new Failure('Not logged in. Run inventory login --url URL, or set INVENTORY_URL and the credentials.')
  const baseUrl = url ? toBaseUrl(url) : stored.baseUrl
  if (clientSecret) return { baseUrl, clientId: clientId || stored.clientId, clientSecret }
  if (baseUrl !== stored.baseUrl || (clientId && clientId !== stored.clientId))
    throw new Failure(
      `The stored secret is of ${stored.clientId} at ${stored.baseUrl}: set INVENTORY_CLIENT_SECRET too.`,
    )
  return stored
}

export async function storeCredentials({ baseUrl, clientId, clientSecret }: Credentials): Promise<string> {
  const file = credentialsFile()
  await writeWhole(file, `${JSON.stringify({ url: baseUrl, clientId, clientSecret }, null, 2)}\n`)
  // It may be older than this file.
  await chmod(dirname(file), FOLDER_OF_OWNER)
  return file
}

export async function removeCredentials(): Promise<void> {
  await rm(credentialsFile(), { force: true })
}

/** An address with or without the path of the interface. */
export function toBaseUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(`${url} is no address.`)
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/+$/, '')
  return `${origin}${path === '' ? apiBase : path}`
}

async function readStored(file: string): Promise<Credentials | undefined> {
  const stored = await readJson(file)
  if (!stored) return undefined
  const { url, clientId, clientSecret } = stored
  if (typeof url === 'string' && typeof clientId === 'string' && typeof clientSecret === 'string')
    return { baseUrl: toBaseUrl(url), clientId, clientSecret }
  throw new Failure(`${file} is damaged. Run inventory login again.`)
}
