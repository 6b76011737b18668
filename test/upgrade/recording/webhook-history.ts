import { createServer } from 'node:http'
import { type Door, numberIn } from './door.ts'

export interface Receiver extends AsyncDisposable {
  readonly url: string
}

/** Takes what is sent to /taken and refuses the rest. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(request.url === '/taken' ? 204 : 500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Webhooks that are served, refused, paused and gone; they follow the histories that come after. */
export async function recordWebhooks({ send, until }: Door, receiver: Receiver): Promise<number> {
  const create = (name: string, path: string, events: readonly string[]) =>
    send('POST /Webhook', { name, url: `${receiver.url}/${path}`, events, payloadMode: 'full' })
  const taken = numberIn(
    await create('Shop', 'taken', ['inventory.received', 'inventory.issued', 'item.updated']),
    'rec',
  )
  await create('Broken', 'refused', ['inventory.held'])
  const paused = numberIn(await create('Paused', 'taken', ['inventory.moved']), 'rec')
  const gone = numberIn(await create('Gone', 'taken', ['item.created']), 'rec')
  await send('PUT /Webhook', { rec: paused, active: false, payloadMode: 'id', name: 'Paused for now' })
  await send('POST /Webhook/{rec}/RotateSecret', undefined, { rec: taken })
  await send('POST /Webhook/{rec}/Test', undefined, { rec: taken })
  await send('DELETE /Webhook/{rec}', undefined, { rec: gone })
  await until(`/Webhook/${taken}/Log`, ({ totalCount }) => Number(totalCount) > 0)
  return taken
}

/** To be called when the webhook has been sent changes. */
export async function recordResend({ send, until, has }: Door, rec: number): Promise<void> {
  const { value } = await until(`/Webhook/${rec}/Log`, ({ totalCount }) => Number(totalCount) > 2)
  if (!has('POST /Webhook/{rec}/Log/{webhookId}/Resend')) return
  // The list is an array of objects, or until() had not resolved.
  const [latest] = value as readonly { webhookId: string }[]
  await send('POST /Webhook/{rec}/Log/{webhookId}/Resend', undefined, { rec, webhookId: latest?.webhookId ?? '' })
}

/** To be called when the webhook has been sent changes. */
export async function recordReplay({ send, until, has }: Door, rec: number): Promise<void> {
  if (!has('POST /Webhook/{rec}/Replay')) return
  await send('POST /Webhook/{rec}/Replay', { fromSequence: 1, types: ['inventory.received'] }, { rec })
  await until(`/Webhook/${rec}/Replay`, ({ status }) => status === 'done')
  await send('DELETE /Webhook/{rec}/Replay', undefined, { rec })
}
