import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_IN_FLIGHT } from '../../../shared/messaging/amqp/amqp-requests.ts'
import { callOver, probe, refusal, serveProbe } from '../../support/checks/probe.ts'
import { connectBroker, connectThroughProxy } from '../../support/servers/amqp.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { heldHandler } from '../../support/system/held-handler.ts'

describe('calls over a RabbitMQ that fails', () => {
  test('a call under way when the connection of the asker is cut is repeated under the same operation id', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectBroker(system)
    const ids: string[] = []
    const { held, handle, entered } = heldHandler()
    await serveProbe(server.broker, {
      change: (input, { operationId }) => {
        ids.push(operationId)
        return ids.length === 1 ? handle(input) : Promise.resolve({ word: 'second' })
      },
    })
    const answer = callOver(asker.broker)(probe.change, { word: 'bolt' })
    await entered()
    asker.proxy.cut()
    expect(await answer).toEqual({ word: 'second' })
    held[0]?.go()
    expect(new Set(ids).size).toBe(1)
  })

  test('calls go on after any one of the two connections of the asker or the server is cut', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectThroughProxy(system)
    await serveProbe(server.broker)
    const call = callOver(asker.broker)
    for (const { proxy } of [asker, server]) {
      // The oldest is the publishing one at first; once it has been made anew, the consuming one.
      for (let round = 0; round < 2; round++) {
        proxy.cut(0)
        expect(await call(probe.change, { word: 'again' })).toEqual({ word: 'again' })
      }
    }
  })

  test('a broker that starts before RabbitMQ can be reached waits for it', async () => {
    const system = uniqueSystem()
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
    onTestFinished(() => proxy[Symbol.asyncDispose]())
    proxy.refuse()
    const connecting = connectBroker(system, proxy.url)
    proxy.heal()
    const { broker } = await connecting
    expect(await callOver(broker)(probe.look, { word: 'here' })).toEqual({ word: 'here' })
  })

  test('a call made while RabbitMQ is away is made when it is back', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    asker.proxy.refuse()
    await expect.poll(() => asker.proxy.connections).toBe(0)
    const answer = callOver(asker.broker)(probe.change, { word: 'patient' })
    asker.proxy.heal()
    expect(await answer).toEqual({ word: 'patient' })
  })

  test('a call that never left the process ends with "certainly not done" at its deadline', async () => {
    const asker = await connectThroughProxy(uniqueSystem())
    asker.proxy.refuse()
    await expect
      .poll(() => asker.lines.filter(({ msg }) => msg === 'RabbitMQ cannot be reached').length)
      .toBeGreaterThan(1)
    const error = await refusal(callOver(asker.broker)(probe.change, { word: 'x' }, { deadline: Date.now() + 250 }))
    expect(error.code).toBe('service_unavailable')
    asker.proxy.heal()
  })

  test('a write whose message may have left before the connection was lost for good has an unknown outcome', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectBroker(system)
    const { held, handle, entered } = heldHandler()
    await serveProbe(server.broker, { change: handle })
    const error = refusal(callOver(asker.broker)(probe.change, { word: 'x' }, { deadline: Date.now() + 1_000 }))
    await entered()
    asker.proxy.refuse()
    expect((await error).code).toBe('outcome_unknown')
    for (const { go } of held) go()
    asker.proxy.heal()
  })

  test('calls over a RabbitMQ that has stopped end at their deadline, and go on when it does (R5)', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    const call = callOver(asker.broker)
    asker.proxy.freeze()
    const deadline = Date.now() + 300
    const [read, write] = await Promise.all([
      refusal(call(probe.look, { word: 'x' }, { deadline })),
      refusal(call(probe.change, { word: 'x' }, { deadline })),
    ])
    expect([read.code, write.code]).toEqual(['service_unavailable', 'outcome_unknown'])
    asker.proxy.heal()
    expect(await call(probe.change, { word: 'on' })).toEqual({ word: 'on' })
  })

  test('only so many calls wait for RabbitMQ to come back; the others are refused at once', async () => {
    const system = uniqueSystem()
    const asker = await connectThroughProxy(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    const call = callOver(asker.broker)
    asker.proxy.refuse()
    await expect.poll(() => asker.lines.some(({ msg }) => msg === 'RabbitMQ cannot be reached')).toBe(true)
    // Later than the test ends: a slow machine may take longer than a read's usual time.
    const deadline = Date.now() + 60_000
    const calls = Array.from({ length: MAX_IN_FLIGHT + 100 }, () => call(probe.look, { word: 'x' }, { deadline }))
    const answered = Promise.all(calls.slice(0, MAX_IN_FLIGHT))
    const refused = await Promise.allSettled(calls.slice(MAX_IN_FLIGHT))
    expect(refused.map(({ status }) => status)).toEqual(Array(100).fill('rejected'))
    asker.proxy.heal()
    expect(await answered).toHaveLength(MAX_IN_FLIGHT)
  })
})
