import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Request } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import type { Response } from '../../../gateway/http/handler.ts'
import { createSend } from '../../../gateway/mcp/send.ts'
import { toRoutedOperations } from '../../../gateway/routes/routed-operation.ts'
import { operations } from '../../../shared/contract/index.ts'

const named = (name: string) => {
  const routed = toRoutedOperations(operations).find(({ operation }) => operation.name === name)
  if (!routed) throw new Error(`${name} has no route`)
  return routed
}

/** Sends requests to a server that answers so many bytes, and says how many of them it could send. */
async function sendTo(bytes: number) {
  const sent = { chunks: 0 }
  const chunk = Buffer.alloc(100_000, 'x')
  const server = createServer(async (_req, res) => {
    for (; sent.chunks * chunk.length < bytes && !res.destroyed; sent.chunks++)
      if (!res.write(chunk)) await Promise.race([once(res, 'drain'), once(res, 'close')])
    res.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  const req = { headers: {}, socket: { localAddress: '127.0.0.1', localPort: port } }
  const res = { locals: { traceparent: '', token: 'x' } }
  // What is read of the agent's request.
  const send = createSend(req as unknown as Request, res as unknown as Response, async () => undefined)
  return { send, sent }
}

test('a list that is streamed is not received beyond 1 MB, and the agent gets what to do instead', async () => {
  const { send, sent } = await sendTo(200_000_000)
  const response = await send.operation(named('catalog.listCategory'), { Category: 1 })
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('The response has more than 1 MB') })
  expect(sent.chunks).toBeLessThan(1_000)
})

test('a response of up to 1 MB is whole, and so is that of a write, which is done, however long it is', async () => {
  const short = await sendTo(1_000_000)
  expect((await short.send.operation(named('inventory.listLots'), {})).text).toHaveLength(1_000_000)
  const long = await sendTo(1_500_000)
  expect((await long.send.operation(named('inventory.batch'), { lines: [] })).text).toHaveLength(1_500_000)
})
