import { randomUUID } from 'node:crypto'
import type { Attempt, Intent } from '../history/history.ts'
import type { HttpClient } from './http-client.ts'

const paths = { receive: '/Inventory/Receive', move: '/Inventory/Move', issue: '/Inventory/Issue' } as const

/** Sends an intent to a gateway and adds the attempt to it. */
export async function attempt(http: HttpClient, gateway: string, intent: Intent): Promise<Attempt> {
  const { kind, client, key, body } = intent
  const requestId = randomUUID()
  const { origin, pathname } = new URL(gateway)
  const start = performance.now()
  const { status, headers, text, failure } = await http.send({
    method: 'POST',
    origin,
    path: pathname + paths[kind],
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: Buffer.from(JSON.stringify(body)),
  })
  const replayed = headers['idempotent-replayed'] === 'true'
  const made = { requestId, start, end: performance.now(), status, text, failure, replayed }
  intent.attempts.push(made)
  return made
}
