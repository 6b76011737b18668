import { randomUUID } from 'node:crypto'
import { createHttpClient, type HttpResponse } from '../../faults/load/http-client.ts'
import type { LoadRequest } from '../load-job.ts'
import type { Door } from './contestant.ts'

export interface ReadPage {
  readonly value: readonly Readonly<Record<string, unknown>>[]
  readonly totalCount: number
}

/** Sends single requests to a contestant. */
export function createAsker(door: Pick<Door, 'url'>) {
  const http = createHttpClient()
  const { origin, pathname } = new URL(door.url)

  const ask = (token: string | undefined, { method, path, body, hasKey }: LoadRequest): Promise<HttpResponse> =>
    http.send({
      method,
      origin,
      path: pathname + path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(hasKey && { 'idempotency-key': randomUUID() }),
      },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    })

  return {
    ask,
    /** A page; throws an error with the response otherwise. */
    async page(token: string, path: string): Promise<ReadPage> {
      const { status, text } = await ask(token, { method: 'GET', path })
      if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
      return JSON.parse(text)
    },
    async *records(token: string, path: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
      for (let page = 1; ; page++) {
        const { value, totalCount } = await this.page(token, `${path}?page=${page}&pageSize=250`)
        yield* value
        if (page * 250 >= totalCount) return
      }
    },
    close: () => http.close(),
  }
}

export type Asker = ReturnType<typeof createAsker>
