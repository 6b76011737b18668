import { randomUUID } from 'node:crypto'
import { timeoutMs } from '../../../shared/contract/core/operation.ts'
import type { Attempt, Intent } from '../history/history.ts'
import type { HttpClient } from './http-client.ts'

/** How much longer than an operation may take the client waits for its response. */
const PATIENCE_MS = 12_000

/** Sends an intent to a gateway and adds the attempt to it. */
export async function attempt(http: HttpClient, gateway: string, intent: Intent): Promise<Attempt> {
  const { client, key } = intent
  const requestId = randomUUID()
  const { origin, pathname } = new URL(gateway)
  const { method, path, body } = toRequest(intent)
  const start = performance.now()
  const { status, headers, text, failure } = await http.send({
    method,
    origin,
    path: pathname + path,
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: Buffer.from(JSON.stringify(body)),
    waitMs: timeoutMs(intent.operation) + PATIENCE_MS,
  })
  const replayed = headers['idempotent-replayed'] === 'true'
  const made = { requestId, start, end: performance.now(), status, text, failure, replayed }
  intent.attempts.push(made)
  return made
}

/** Method and path of the operation's route; fields that are neither in the path nor in the query are the body. */
function toRequest({ operation, input }: Intent) {
  const [method = '', route = ''] = operation.route?.split(' ') ?? []
  const [template = '', query] = route.split('?')
  const body = { ...input }
  const take = (name: string) => {
    delete body[name]
    return encodeURIComponent(String(input[name]))
  }
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => take(name))
  return { method, path: query === undefined ? path : `${path}?${query}=${take(query)}`, body }
}
