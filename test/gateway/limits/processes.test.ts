import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimiter, NO_OVERLOAD } from '../../../gateway/limits/concurrency-limiter.ts'
import { callOver, probe, serveProbe } from '../../support/checks/probe.ts'
import { connectBroker } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'

const CALLS_OF_A_CLIENT = 10

test.each([2, 3, 4])(
  '64 clients for each of %i processes are never refused, and every process answers',
  async (processes) => {
    const system = uniqueSystem()
    const call = callOver((await connectBroker(system)).broker)
    const answered = Array.from({ length: processes }, () => 0)
    for (const [number] of answered.entries()) {
      const { broker } = await connectBroker(system)
      await serveProbe(broker, {
        async look(input) {
          await delay(1)
          answered[number] = (answered[number] ?? 0) + 1
          return input
        },
      })
    }

    const limiter = createConcurrencyLimiter()
    let refused = 0
    let mostInFlight = 0
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        limiter.acquire((slot) => {
          if (!slot) {
            refused++
            return resolve()
          }
          mostInFlight = Math.max(mostInFlight, limiter.inFlight)
          slot
            .run(() => call(probe.look, { word: 'x' }, { deadline: Date.now() + 60_000 }))
            .then(() => resolve(), reject)
            .finally(() => slot.release())
        })
      })
    const client = async () => {
      for (let asked = 0; asked < CALLS_OF_A_CLIENT; asked++) await ask()
    }
    await Promise.all(Array.from({ length: NO_OVERLOAD * processes }, client))

    expect(refused).toBe(0)
    expect(answered.reduce((sum, count) => sum + count)).toBe(NO_OVERLOAD * processes * CALLS_OF_A_CLIENT)
    expect(Math.min(...answered)).toBeGreaterThan(CALLS_OF_A_CLIENT)
    expect(mostInFlight).toBeGreaterThan(NO_OVERLOAD)
  },
)
