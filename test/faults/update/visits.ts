import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { exportFormats, readEndMark } from '../../../shared/contract/core/export-formats.ts'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'

/** Every list that both versions have. */
const LISTS = [
  ...['Item', 'Inventory', 'Inventory/StockLevels', 'Inventory/Transactions', 'Inventory/Reservation', 'Warehouse'],
  ...[
    'ReasonCode',
    'Customer/All',
    'Vendor/All',
    'ShippingOrder',
    'PurchaseOrder/All',
    'WorkOrder',
    'Transit',
    'Count',
  ],
  'Webhook',
]
const READ_EVERY_MS = 200

export interface Visitor {
  readonly client_id: string
  readonly client_secret: string
}

type Found = (what: string) => void

async function ask(url: string, init: RequestInit & { token?: string | undefined; key?: string }, found: Found) {
  const { token, key, ...rest } = init
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(typeof rest.body === 'string' && { 'content-type': 'application/json' }),
    ...(rest.headers as object | undefined),
  }
  const answer = await fetch(url, { ...rest, headers })
  const text = await answer.text()
  if (answer.status >= 300) found(`${rest.method ?? 'GET'} ${url} was answered ${answer.status} ${text}`)
  return text
}

/**
 * Signs in at each gateway, reads the first page of every list and exports one, and makes, changes and removes a
 * webhook, whose secret is confidential: each of these writes is sent to every gateway under one key, and answered the
 * same.
 */
export async function visitAll(gateways: readonly string[], visitor: Visitor, found: Found): Promise<void> {
  const tokens: string[] = []
  for (const gateway of gateways) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...visitor })
    tokens.push(String(parse(await ask(`${gateway}/Token`, { method: 'POST', body }, found)).access_token))
    const token = tokens.at(-1)
    for (const list of LISTS) await ask(`${gateway}/${list}?pageSize=5`, { token }, found)
    const [accept = ''] = Object.keys(exportFormats)
    const exported = await ask(`${gateway}/Inventory`, { token, headers: { accept } }, found)
    if (!readEndMark(/[^\n]*\n$/.exec(exported)?.[0] ?? '')) found(`an export of ${gateway} has no end mark`)
  }
  const same = async (method: string, path: string, body: object) => {
    const key = randomUUID()
    const init = { method, key, body: JSON.stringify(body) }
    const answers: string[] = []
    // A token of one gateway is good at every other.
    for (const [index, gateway] of gateways.entries())
      answers.push(await ask(gateway + path, { ...init, token: tokens.at(-1 - index) }, found))
    if (new Set(answers).size > 1) found(`${method} ${path} was repeated and answered ${answers.join(' and ')}`)
    return parse(answers[0] ?? '')
  }
  const { rec } = await same('POST', '/Webhook', {
    name: 'Visit',
    url: 'https://example.com/',
    events: ['item.created'],
  })
  await same('POST', `/Webhook/${String(rec)}/RotateSecret`, {})
  await same('PUT', '/Webhook', { rec, name: 'Visited' })
  await same('DELETE', `/Webhook/${String(rec)}`, {})
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Follows the feed over any gateway; numbers must rise, and those that are left out are answered at the end. */
export function followFeed(gateways: readonly string[], token: string, random: Random, found: Found) {
  const ending = new AbortController()
  const missing: number[] = []
  let last = 0
  const read = async () => {
    const text = await ask(`${pick(gateways, random)}/Changes?since=${last}&limit=200`, { token }, found)
    // A page of changes.
    const { value = [] } = parse(text) as { value?: { sequence: number }[] }
    for (const { sequence } of value) {
      if (sequence <= last) found(`the feed goes from ${last} to ${sequence}`)
      for (let number = last + 1; number < sequence; number++) missing.push(number)
      last = sequence
    }
    return value.length
  }
  const following = (async () => {
    while (!ending.signal.aborted) if ((await read()) === 0) await delay(READ_EVERY_MS)
  })().catch((error: unknown) => found(`the feed was not answered: ${String(error)}`))
  const pause = () => {
    ending.abort()
    return following
  }
  return {
    /** Asks for nothing more until it is stopped. */
    pause,
    /** Resolves with the last number, and those that were left out, when the reader has come to the end. */
    async stop() {
      await pause()
      while ((await read()) > 0);
      return { last, missing }
    },
  }
}
