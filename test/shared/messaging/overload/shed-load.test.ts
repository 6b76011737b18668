import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { RpcReply } from '../../../../shared/messaging/broker.ts'
import { shedLoad } from '../../../../shared/messaging/overload/shed-load.ts'

const toContext = () => ({
  requestId: randomUUID(),
  deadline: Date.now() + 8_000,
  operationId: randomUUID(),
  hasClientKey: false,
  attempt: randomUUID(),
})

test('writes beyond what a service can do are refused with 503 and never sent; reads are not concerned (R11)', async () => {
  const sent: string[] = []
  const answers: (() => void)[] = []
  const call = shedLoad((operation) => {
    sent.push(operation.name)
    if (operation.effect === 'read') return Promise.resolve({ body: Buffer.from('{}') })
    return new Promise<RpcReply>((resolve) => answers.push(() => resolve({ body: Buffer.from('{}') })))
  })
  const receive = () => call(inventory.receive, Buffer.from('{}'), toContext())
  const outcomes = Array.from({ length: 70 }, () =>
    receive().then(
      () => 'done',
      (error: { code?: string }) => error.code,
    ),
  )
  // Nobody is answered, so those beyond 64 who have waited longest in line are refused.
  await expect.poll(() => Promise.race([outcomes[16 + 5], 'waiting']), { timeout: 5_000 }).toBe('service_unavailable')
  expect(sent).toHaveLength(16)
  await expect(receive()).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(call(inventory.listLots, Buffer.from('{}'), toContext())).resolves.toBeDefined()
  const done = Promise.all(outcomes)
  await expect
    .poll(
      () => {
        for (const answer of answers.splice(0)) answer()
        return Promise.race([done, 'waiting'])
      },
      { timeout: 5_000 },
    )
    .not.toBe('waiting')
  expect((await done).filter((outcome) => outcome === 'done')).toHaveLength(64)
})
