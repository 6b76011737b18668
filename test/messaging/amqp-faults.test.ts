import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../shared/contract/errors.ts'
import { connectBroker, openChannel, uniqueSystem } from '../support/amqp.ts'
import { callOver, probe, refusal, serveProbe } from '../support/probe.ts'
import { serverUrl } from '../support/server-url.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'

async function proxied(system: string) {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, ...(await connectBroker(system, proxy.url)) }
}

/** A handler that says when it was entered and waits until it is let go. */
function heldHandler() {
  const held: { word: string; go: () => void }[] = []
  const entered: (() => void)[] = []
  return {
    held,
    handle: ({ word }: { word: string }) =>
      new Promise<{ word: string }>((resolve) => {
        held.push({ word, go: () => resolve({ word }) })
        for (const notify of entered.splice(0)) notify()
      }),
    entered: () => (held.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => entered.push(resolve))),
  }
}

describe('calls over a RabbitMQ that fails', () => {
  test('a call under way when the connection of the asker is cut is repeated under the same operation id', async () => {
    const system = uniqueSystem()
    const asker = await proxied(system)
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
    const asker = await proxied(system)
    const server = await proxied(system)
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

  test('an answer made while the server cannot publish is sent when it can', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await proxied(system)
    const { held, handle, entered } = heldHandler()
    await serveProbe(server.broker, { change: handle })
    const answer = callOver(asker.broker)(probe.change, { word: 'bolt' })
    await entered()
    server.proxy.lock()
    server.proxy.cut(0)
    await expect.poll(() => server.lines.some(({ msg }) => msg === 'RabbitMQ cannot be reached')).toBe(true)
    held[0]?.go()
    server.proxy.heal()
    expect(await answer).toEqual({ word: 'bolt' })
    expect(held).toHaveLength(1)
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
    const asker = await proxied(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    asker.proxy.refuse()
    await expect.poll(() => asker.proxy.connections).toBe(0)
    const answer = callOver(asker.broker)(probe.change, { word: 'patient' })
    asker.proxy.heal()
    expect(await answer).toEqual({ word: 'patient' })
  })

  test('a call that never left the process ends with "certainly not done" at its deadline', async () => {
    const asker = await proxied(uniqueSystem())
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
    const asker = await proxied(system)
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

  test('calls over a RabbitMQ that has stopped end at their deadline, and go on when it does', async () => {
    const system = uniqueSystem()
    const asker = await proxied(system)
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
    const asker = await proxied(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    const call = callOver(asker.broker)
    asker.proxy.refuse()
    await expect.poll(() => asker.lines.some(({ msg }) => msg === 'RabbitMQ cannot be reached')).toBe(true)
    const calls = Array.from({ length: 2_100 }, () => call(probe.look, { word: 'x' }))
    const answered = Promise.all(calls.slice(0, 2_000))
    const refused = await Promise.allSettled(calls.slice(2_000))
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
    asker.proxy.heal()
    expect(await answered).toHaveLength(2_000)
  })

  test('a consumer comes back after its queue was deleted under it', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await connectBroker(system)
    await serveProbe(server.broker)
    const call = callOver(asker.broker)
    const channel = await openChannel()
    await channel.deleteQueue(`${system}.rpc.probe`)
    await expect.poll(() => call(probe.look, { word: 'back' }).catch(() => undefined)).toEqual({ word: 'back' })
  })

  test('a message that was under way when the connection of the server was cut is handled again', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await proxied(system)
    const { held, handle, entered } = heldHandler()
    const ids: string[] = []
    await serveProbe(server.broker, {
      change: (input, { operationId }) => {
        ids.push(operationId)
        return ids.length === 1 ? handle(input) : Promise.resolve({ word: 'redelivered' })
      },
    })
    const answer = callOver(asker.broker)(probe.change, { word: 'bolt' })
    await entered()
    server.proxy.cut()
    expect(await answer).toEqual({ word: 'redelivered' })
    held[0]?.go()
    expect(new Set(ids).size).toBe(1)
  })

  test('"certainly not done" is answered only when the message cannot come again', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await proxied(system)
    const basicAck = Buffer.from([0, 60, 0, 80])
    let tries = 0
    await serveProbe(server.broker, {
      change: async ({ word }) => {
        if (++tries > 1) return { word }
        server.proxy.filter((chunk, direction) =>
          direction === 'to-server' && chunk.includes(basicAck) && tries === 1 ? 'cut' : 'pass',
        )
        throw new AppError('service_unavailable', 'Not now.')
      },
    })
    expect(await callOver(asker.broker)(probe.change, { word: 'done' })).toEqual({ word: 'done' })
    expect(tries).toBe(2)
  })

  test('no call is lost while one of two servers is taken away under load', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const [leaving, staying] = [await connectBroker(system), await connectBroker(system)]
    let answered = 0
    const slowly = async ({ word }: { word: string }) => {
      await turn()
      answered++
      return { word }
    }
    const served = await serveProbe(leaving.broker, { change: slowly })
    await serveProbe(staying.broker, { change: slowly })
    const leave = async () => {
      await served[Symbol.asyncDispose]()
      await leaving.broker[Symbol.asyncDispose]()
    }
    const call = callOver(asker.broker)
    const answers: Promise<unknown>[] = []
    for (let round = 0; round < 100; round++) {
      for (let index = 0; index < 10; index++) answers.push(call(probe.change, { word: `${round}.${index}` }))
      if (round === 50) answers.push(leave())
      await turn()
    }
    await Promise.all(answers)
    expect(answered).toBe(1_000)
  })

  test('a disposed server has answered what it had taken', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await connectBroker(system)
    const { held, handle, entered } = heldHandler()
    const served = await serveProbe(server.broker, { change: handle })
    const answer = callOver(asker.broker)(probe.change, { word: 'last' })
    await entered()
    const disposed = served[Symbol.asyncDispose]().then(() => server.broker[Symbol.asyncDispose]())
    held[0]?.go()
    await disposed
    expect(await answer).toEqual({ word: 'last' })
    expect(held).toHaveLength(1)
  })
})
