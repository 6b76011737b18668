import { expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type Broker, DeliveryError, type RpcReply } from '../../../shared/messaging/broker.ts'
import { createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'

const DONE: RpcReply = { body: Buffer.from('done') }
const REFUSED: RpcReply = { error: 'service_unavailable', body: Buffer.from('refused') }
const LATE: RpcReply = { ...REFUSED, late: true }

/** Makes a call that must be started by now. What is sent is answered, or lost, by turns. */
function callLate(answers: readonly (RpcReply | DeliveryError)[], mayStartLate?: () => boolean) {
  const sent: (number | undefined)[] = []
  const request: Broker['request'] = async (_service, { context }) => {
    const answer = answers[sent.push(context.startDeadline) - 1]
    if (!answer || answer instanceof DeliveryError) throw answer ?? new Error('There is no further answer')
    return answer
  }
  const startDeadline = Date.now()
  const ids = { requestId: 'r', operationId: 'o', hasClientKey: false, attempt: 'a' }
  const context = { ...ids, deadline: Date.now() + 10_000, startDeadline }
  const callBytes = createCallBytes({ ...createMemoryBroker(), request })
  return { sent, startDeadline, reply: callBytes(inventory.receive, {}, context, mayStartLate) }
}
const LOST = new DeliveryError('connection-lost', 'The connection was lost')

test('without overload a call that was not started in time is made again, and may take as long as it takes', async () => {
  const { reply, sent, startDeadline } = callLate([LATE, DONE], () => true)
  expect(await reply).toBe(DONE)
  expect(sent).toEqual([startDeadline, undefined])
})

test('under overload a call that was not started in time is refused', async () => {
  const { reply, sent } = callLate([LATE], () => false)
  expect(await reply).toBe(LATE)
  expect(sent).toHaveLength(1)
})

test('a call that was refused for another reason is not made again', async () => {
  expect(await callLate([REFUSED], () => true).reply).toBe(REFUSED)
})

test('a call that is late because its connection was lost is done without overload', async () => {
  const { reply, sent } = callLate([LOST, LATE, DONE], () => true)
  expect(await reply).toBe(DONE)
  expect(sent).toHaveLength(3)
})

test('under overload it has an unknown outcome, at once', async () => {
  const { reply, sent } = callLate([LOST, LATE], () => false)
  await expect(reply).rejects.toMatchObject({ code: 'outcome_unknown' })
  expect(sent).toHaveLength(2)
})
