import type { InventoryClient } from '../client.ts'
import { InventoryError } from '../inventory-error.ts'
import { changeTypes, type components } from '../schema.ts'
import { Failure, UsageError } from './command.ts'
import { readJson, writeWhole } from './files.ts'
import { describeError, describeLostConnection, isLostConnection, note, pause } from './terminal.ts'

export type Change = components['schemas']['Change']
type Page = components['schemas']['Changes']

export const typesOption = {
  placeholder: 'TYPE,TYPE',
  description: 'Only changes of these types; all unless said',
  values: changeTypes,
} as const

/** How often the end of the feed is looked at. A minute of it takes less than half of a client's default rate limit. */
const LOOK_EVERY_MS = 2_000
const PAUSE_AFTER_FAILURE_MS = 5_000
const AT_ONCE = 250

interface FeedOptions {
  readonly since: number | 'latest'
  readonly types: ReadonlySet<string>
  readonly stop: AbortSignal
}

/**
 * The feed from a position on, until stopped: the chosen changes of each page, and where the next one begins. Goes on when
 * the service has been away.
 */
export async function* followFeed(client: InventoryClient, { since, types, stop }: FeedOptions) {
  for (let position = since; !stop.aborted; ) {
    const page = await readPage(client, position, stop)
    if (!page) return
    position = page.next
    yield { changes: page.value.filter(({ type }) => types.has(type)), next: page.next }
    if (!page.hasMore) await pause(LOOK_EVERY_MS, stop)
  }
}

/** undefined when stopped. */
async function readPage(
  client: InventoryClient,
  since: number | 'latest',
  stop: AbortSignal,
): Promise<Page | undefined> {
  for (let isAway = false; !stop.aborted; isAway = true) {
    try {
      const query = { since, limit: AT_ONCE }
      const { data, error, response } = await client.GET('/Changes', { params: { query }, signal: stop })
      if (!data) throw new InventoryError(response.status, error, response.headers)
      if (isAway) note('The service responds again.')
      return data
    } catch (error) {
      if (stop.aborted) return undefined
      if (!mayEnd(error)) throw error
      if (!isAway) note(`${describe(error)}\nThe feed is asked again until the service responds.`)
      await pause(PAUSE_AFTER_FAILURE_MS, stop)
    }
  }
  return undefined
}

/** Whether it is a state of the service, which ends, and not a refusal. */
function mayEnd(error: unknown): error is InventoryError | TypeError {
  if (error instanceof InventoryError) return error.statusCode >= 500 || error.statusCode === 429
  return isLostConnection(error)
}

function describe(error: InventoryError | TypeError): string {
  return error instanceof InventoryError ? describeError(error) : describeLostConnection(error)
}

export function parseTypes(given: string | undefined): ReadonlySet<string> {
  if (given === undefined) return new Set(changeTypes)
  const types = given.split(',').map((type) => type.trim())
  const unknown = types.find((type) => !changeTypes.includes(type))
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is no type of change. There are ${changeTypes.join(', ')}.`)
  return new Set(types)
}

/** What a state file keeps. */
interface State {
  /** The last change that was dealt with, or passed over. */
  readonly sequence: number
  /** With which `inventory listen` signs. */
  readonly secret?: string
}

/** The position in the feed, in a file or, without one, as long as the process runs. */
export async function openPosition(file: string | undefined) {
  if (file === undefined) return { stored: undefined, store: async () => undefined }
  return { stored: await readState(file), store: (state: State) => writeWhole(file, `${JSON.stringify(state)}\n`) }
}

async function readState(file: string): Promise<State | undefined> {
  const stored = await readJson(file).catch((error: Error) => {
    throw new Failure(`The state file cannot be read: ${error.message}`)
  })
  if (!stored) return undefined
  const { sequence, secret } = stored
  if (!Number.isSafeInteger(sequence)) throw new Failure(`${file} is no state file: it has no sequence.`)
  const state = { sequence: Number(sequence) }
  return typeof secret === 'string' ? { ...state, secret } : state
}
