import { expect, test } from 'vitest'
import { timeoutMs } from '../../../shared/contract/core/operation.ts'
import { operations } from '../../../shared/contract/index.ts'
import type { HttpRequest } from './http-client.ts'
import { attempt } from './sender.ts'

test('a client waits longer for a response than its operation may take', async () => {
  const sent: HttpRequest[] = []
  const http = {
    send: async (request: HttpRequest) => {
      sent.push(request)
      return { status: 201, headers: {}, text: '' }
    },
    close: () => undefined,
  }
  const client = { clientId: 'one', token: '' }
  const writes = operations.filter(({ effect, route }) => effect === 'write' && route !== undefined)
  for (const operation of writes)
    await attempt(http, 'http://localhost', { client, operation, input: {}, key: undefined, attempts: [] })
  const waits = writes.map((operation, index) => ({
    name: operation.name,
    extra: (sent[index]?.waitMs ?? 0) - timeoutMs(operation),
  }))
  expect(waits.filter(({ extra }) => extra <= 0)).toEqual([])
})
