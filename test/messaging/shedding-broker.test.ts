import { expect, test } from 'vitest'
import type { Broker, RpcReply } from '../../shared/messaging/broker.ts'
import { createConcurrencyLimit } from '../../shared/messaging/concurrency-limit.ts'
import { sheddingBroker } from '../../shared/messaging/shedding-broker.ts'

/** Begins as many as it is let. */
function fill(limit: ReturnType<typeof createConcurrencyLimit>): number {
  let begun = 0
  while (limit.begin()) begun++
  return begun
}

test('slow answers lower the limit, once in a while and never below what a slow machine needs', () => {
  let clock = 0
  const limit = createConcurrencyLimit(() => clock)
  const begun = fill(limit)
  for (let n = 0; n < begun; n++) limit.end(5_000)
  const afterOneCut = fill(limit)
  expect(afterOneCut).toBe(Math.floor(begun * 0.8))
  for (let n = 0; n < afterOneCut; n++) {
    clock += 1_000
    limit.end(5_000)
  }
  expect(fill(limit)).toBe(64)
})

test('quick answers raise the limit again', () => {
  const limit = createConcurrencyLimit(() => 0)
  const begun = fill(limit)
  for (let n = 0; n < begun; n++) limit.end(10)
  expect(fill(limit)).toBe(begun * 2)
})

test('a call beyond the limit is refused before it is sent, and other services are not concerned', async () => {
  const answers: ((reply: RpcReply) => void)[] = []
  const sent: string[] = []
  const slow: Pick<Broker, 'request'> = {
    request: (service) => {
      sent.push(service)
      return new Promise((resolve) => answers.push(resolve))
    },
  }
  // Nothing but requests are made.
  const broker = sheddingBroker(slow as Broker)
  const context = { requestId: 'r', deadline: Date.now() + 5_000, operationId: 'o', keyed: false, attempt: 'a' }
  const request = { operation: 'inventory.listLots', context, body: Buffer.from('{}') }
  const accepted = Array.from({ length: 256 }, () => broker.request('inventory', request))
  await expect(broker.request('inventory', request)).rejects.toMatchObject({ outcome: 'not-delivered' })
  expect(sent).toHaveLength(256)
  const other = broker.request('catalog', request)
  for (const answer of answers) answer({ body: Buffer.from('{}') })
  await Promise.all([...accepted, other])
  const again = broker.request('inventory', request)
  answers.at(-1)?.({ body: Buffer.from('{}') })
  await again
})
