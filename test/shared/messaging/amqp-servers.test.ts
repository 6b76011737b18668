import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError, keyIsRunning, validationError } from '../../../shared/contract/core/errors.ts'
import { callOver, probe, serveProbe } from '../../support/checks/probe.ts'
import { connectBroker, connectThroughProxy, openChannel } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { heldHandler } from '../../support/system/held-handler.ts'

describe('servers that come and go', () => {
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

  test('a consumer that RabbitMQ does not start, as of a queue without a leader, is named and tried again', async () => {
    const system = uniqueSystem()
    const server = await connectThroughProxy(system)
    const basicConsume = Buffer.from([0, 60, 0, 20])
    let tries = 0
    server.proxy.filter((chunk, direction) =>
      direction === 'to-server' && chunk.includes(basicConsume) && ++tries === 1 ? 'drop' : 'pass',
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const serving = serveProbe(server.broker)
    while (tries === 0) await turn()
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await serving
    expect(server.lines).toContainEqual(
      expect.objectContaining({
        msg: 'RabbitMQ connection failed',
        err: expect.objectContaining({
          message: `RabbitMQ did not start a consumer of ${system}.rpc.probe within 15 s`,
        }),
      }),
    )
    const asker = await connectBroker(system)
    expect(await callOver(asker.broker)(probe.look, { word: 'late' })).toEqual({ word: 'late' })
  })

  test('a message that was under way when the connection of the server was cut is handled again', async () => {
    const system = uniqueSystem()
    const asker = await connectBroker(system)
    const server = await connectThroughProxy(system)
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

  test.each([
    ['for now', new AppError('service_unavailable', 'Not now.')],
    ['beside a running one', keyIsRunning()],
    ['as invalid', validationError({ word: ['The field word must name a word.'] })],
  ])(
    'a write that is refused %s is answered only when its message cannot come again and be done',
    async (_, refused) => {
      const system = uniqueSystem()
      const asker = await connectBroker(system)
      const server = await connectThroughProxy(system)
      const basicAck = Buffer.from([0, 60, 0, 80])
      let tries = 0
      await serveProbe(server.broker, {
        change: async ({ word }) => {
          if (++tries > 1) return { word }
          server.proxy.filter((chunk, direction) =>
            direction === 'to-server' && chunk.includes(basicAck) && tries === 1 ? 'cut' : 'pass',
          )
          throw refused
        },
      })
      expect(await callOver(asker.broker)(probe.change, { word: 'done' })).toEqual({ word: 'done' })
      expect(tries).toBe(2)
    },
  )

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
