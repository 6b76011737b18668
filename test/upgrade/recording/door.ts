import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientName, Exchange } from '../data-set.ts'
import { type Get, isAnswered } from '../read-everything.ts'

type Json = Readonly<Record<string, unknown>>
export type Parameters = Readonly<Record<string, string | number>>

/** The routes of a version and the way in, which records all writes. */
export interface Door {
  /** Whether the version has this operation, such as `POST /Transit`. */
  has(operation: string): boolean
  /** Sends a write that succeeds, if the version has it. */
  send(operation: string, body?: Json, parameters?: Parameters, client?: ClientName): Promise<Json>
  /** Sends a write that is refused with 404 or 409. */
  refused(operation: string, body?: Json, parameters?: Parameters): Promise<void>
  readonly get: Get
  /** Repeats a read until its answer is as wanted. */
  until(path: string, isAsWanted: (answer: Json) => boolean): Promise<Json>
  readonly exchanges: readonly Exchange[]
  /** Writes of the version that were not sent with success. */
  missing(): string[]
}

const WAIT_MS = 30_000

export interface DoorOptions {
  /** Up to `/api/v1`. */
  readonly url: string
  readonly operations: ReadonlySet<string>
  readonly tokens: Readonly<Record<ClientName, string>>
}

export function createDoor({ url, operations, tokens }: DoorOptions): Door {
  const exchanges: Exchange[] = []

  const exchange = async (operation: string, body: Json | undefined, parameters: Parameters, client: ClientName) => {
    const [method = '', pattern = ''] = operation.split(' ')
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
    const key = `recorded-${exchanges.length + 1}`
    const headers = {
      authorization: `Bearer ${tokens[client]}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(exchanges.length % 2 === 0 && { 'x-actor': 'Ada' }),
    }
    const sent = await fetchPatiently(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await sent.text()
    const answer: unknown = text === '' ? null : JSON.parse(text)
    exchanges.push({ operation, path, client, key, ...(body && { body }), status: sent.status, answer })
    return { status: sent.status, answer, told: `${operation} ${JSON.stringify(body)}: ${sent.status} ${text}` }
  }

  const get: Get = async (path) => {
    const read = await fetchPatiently(url + path, { headers: { authorization: `Bearer ${tokens.first}` } })
    const answer: unknown = await read.json()
    if (!isAnswered({ path, status: read.status }))
      throw new Error(`${path} failed: ${read.status} ${JSON.stringify(answer)}`)
    return { status: read.status, answer }
  }

  return {
    get,
    has: (operation) => operations.has(operation),

    async send(operation, body, parameters = {}, client = 'first') {
      if (!operations.has(operation)) return {}
      const { status, answer, told } = await exchange(operation, body, parameters, client)
      if (status >= 300) throw new Error(`A step of the history was refused: ${told}`)
      return Object(answer)
    },

    async refused(operation, body, parameters = {}) {
      if (!operations.has(operation)) return
      const { status, told } = await exchange(operation, body, parameters, 'first')
      if (status !== 404 && status !== 409) throw new Error(`A step of the history was not refused: ${told}`)
    },

    async until(path, isAsWanted) {
      const giveUp = Date.now() + WAIT_MS
      for (;;) {
        const answer: Json = Object((await get(path)).answer)
        if (isAsWanted(answer)) return answer
        if (Date.now() > giveUp) throw new Error(`${path} does not become as wanted: ${JSON.stringify(answer)}`)
        await sleep(50)
      }
    },

    exchanges,
    missing() {
      const done = new Set(exchanges.filter(({ status }) => status < 300).map(({ operation }) => operation))
      return [...operations].filter((one) => !one.startsWith('GET ') && one !== 'POST /Token' && !done.has(one))
    },
  }
}

/** A busy machine may refuse for a moment; a 503 says that nothing was done. */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  const giveUp = Date.now() + WAIT_MS
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || Date.now() > giveUp) return answer
    await answer.body?.cancel()
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** A number of an answer, such as `recNo`. */
export function numberIn(answer: Json, field: string): number {
  const value = answer[field]
  if (typeof value !== 'number') throw new Error(`${field} is no number in ${JSON.stringify(answer)}`)
  return value
}
