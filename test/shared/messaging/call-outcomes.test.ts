import { describe, expect, test } from 'vitest'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { callOver, probe, refusal, serveProbe } from '../../support/checks/probe.ts'
import { createMemoryBroker, type Faults } from '../../support/servers/memory-broker.ts'

describe('the outcome of a call', () => {
  test.each<[string, 'look' | 'change', Faults, string]>([
    ['a lost read was certainly not done', 'look', { lose: 1 }, 'service_unavailable'],
    ['a lost write may have been done', 'change', { lose: 1 }, 'outcome_unknown'],
    ['a read whose connection breaks again and again', 'look', { disconnect: 1 }, 'service_unavailable'],
    ['a write whose connection breaks again and again', 'change', { disconnect: 1 }, 'outcome_unknown'],
  ])('%s', async (_, operation, faults, code) => {
    const broker = createMemoryBroker({ faults })
    await serveProbe(broker)
    const call = callOver(broker)(probe[operation], { word: 'x' }, { deadline: Date.now() + 250 })
    expect((await refusal(call)).code).toBe(code)
  })

  test('a write that was refused for now after its connection broke may have been done', async () => {
    const broker = createMemoryBroker({ faults: { disconnect: 1 } })
    await serveProbe(broker, {
      change: async () => {
        broker.setFaults({})
        throw new AppError('service_unavailable', 'Not now.')
      },
    })
    const call = callOver(broker)(probe.change, { word: 'x' }, { deadline: Date.now() + 350 })
    expect((await refusal(call)).code).toBe('outcome_unknown')
  })

  test('a write that was delivered before and is refused for now may have been done', async () => {
    const broker = createMemoryBroker({ faults: { double: 1 } })
    await serveProbe(broker, { change: () => Promise.reject(new AppError('service_unavailable', 'Not now.')) })
    const call = callOver(broker)(probe.change, { word: 'x' })
    expect((await refusal(call)).code).toBe('outcome_unknown')
  })

  test.each(['unauthorized', 'forbidden'] as const)(
    'a write that is refused as %s only on its repetition may have been done',
    async (code) => {
      const broker = createMemoryBroker({ faults: { disconnect: 1 } })
      let tries = 0
      await serveProbe(broker, {
        change: async (input) => {
          broker.setFaults({})
          if (++tries > 1) throw new AppError(code, 'The rights have changed.')
          return input
        },
      })
      // The first try may be lost on its way there; then the second one is the first that is handled.
      const ended = await callOver(broker)(probe.change, { word: 'x' }, { deadline: Date.now() + 400 }).then(
        () => 'done',
        (error: AppError) => error.code,
      )
      expect(['done', 'outcome_unknown']).toContain(ended)
    },
  )

  test.each([1, 2, 3, 4, 5])('is what has happened, whatever goes wrong with the messages (seed %d)', async (seed) => {
    const broker = createMemoryBroker({ seed, faults: { lose: 0.1, disconnect: 0.2, double: 0.2, delay: 0.3 } })
    const effects = new Map<string, number>()
    const answers = new Map<string, { word: string }>()
    let turn = seed
    await serveProbe(broker, {
      async change({ word }, { operationId }) {
        const recorded = answers.get(operationId)
        if (recorded) return recorded
        if (++turn % 5 === 0) throw new AppError('service_unavailable', 'Not now.')
        effects.set(word, (effects.get(word) ?? 0) + 1)
        answers.set(operationId, { word })
        return { word }
      },
    })
    const call = callOver(broker)
    const words = Array.from({ length: 200 }, (_, index) => `word ${index}`)
    const outcomes = await Promise.all(
      words.map((word) =>
        call(probe.change, { word }).then(
          () => 'done',
          (error: AppError) => error.code,
        ),
      ),
    )
    await broker.idle()
    for (const [index, word] of words.entries()) {
      const count = effects.get(word) ?? 0
      const allowed = { done: [1], service_unavailable: [0], outcome_unknown: [0, 1] }[outcomes[index] ?? '']
      expect(allowed, `${word}: ${outcomes[index]} with ${count} effects, seed ${seed}`).toContain(count)
    }
    expect(new Set(outcomes)).toEqual(new Set(['done', 'service_unavailable', 'outcome_unknown']))
  })
})
