import { describe, expect, test } from 'vitest'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { probe, refusal } from '../../../support/checks/probe.ts'
import { connectDatabase } from '../../../support/servers/database.ts'
import { aContext, createCountedWrites } from '../counted-writes.ts'

describe('a write under an Idempotency-Key that a process of the version before has leased', () => {
  const leasedBy = (context: CallContext) => ({ ...context, attempt: 'another', reply: {} })
  const longAgo = () => Date.now() - 60_000

  test('is refused until that request is over, and then takes effect', async () => {
    const { write, lease, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey: true })
    await lease('bolt', leasedBy(context))
    expect(await refusal(write('bolt', context))).toMatchObject({ code: 'conflict', reason: 'key_running' })
    await lease('bolt', { ...leasedBy(context), deadline: longAgo() })
    expect(await write('bolt', context)).toMatchObject({ word: 'bolt' })
    expect(await words()).toEqual(['bolt'])
  })

  test('takes effect if it is that request, delivered again', async () => {
    const { write, lease, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey: true })
    await lease('bolt', context)
    expect(await write('bolt', context)).toMatchObject({ word: 'bolt' })
    expect(await words()).toEqual(['bolt'])
  })

  test('is refused for another request', async () => {
    const { write, lease } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey: true })
    await lease('bolt', leasedBy(context))
    expect((await refusal(write('nut', context))).reason).toBe('key_used')
  })

  test('does not take effect if another such process takes the lease over meanwhile', async () => {
    const { write, lease, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey: true })
    await lease('bolt', { ...leasedBy(context), deadline: longAgo() })
    // The first try meets the lease, and the second one replaces it.
    let tries = 0
    const takeOver = async () => {
      if (++tries === 2) await lease('bolt', { ...leasedBy(context), attempt: 'a third' })
    }
    const overtaken = write('bolt', context, takeOver)
    expect((await refusal(overtaken)).reason).toBe('key_running')
    expect(await words()).toEqual([])
  })
})

describe('of many writes of one request, the first of which a process of the version before has leased,', () => {
  const begin = async () => {
    const { lease, idempotency } = await createCountedWrites(await connectDatabase())
    const writes = ['bolt', 'nut', 'washer'].map((word) => ({
      operation: probe.change,
      input: { word },
      context: aContext({ hasClientKey: true }),
    }))
    const leaseFirst = async (deadline: number) => {
      for (const { input, context } of writes.slice(0, 1))
        await lease(input.word, { ...context, attempt: 'another', deadline })
    }
    await leaseFirst(Date.now() + 8_000)
    const done: number[] = []
    const repeat = async (isInOrder: boolean) => {
      const outcomes = await idempotency.onceEach(writes, async (_, index) => done.push(index), { isInOrder })
      return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
    }
    return { leaseFirst, repeat, done }
  }

  test('all take effect in their sequence once the lease is over', async () => {
    const { leaseFirst, repeat, done } = await begin()
    await leaseFirst(0)
    expect(await repeat(false)).toEqual(['done', 'done', 'done'])
    expect(done).toEqual([0, 1, 2])
  })

  test('the others take effect until then, unless they are to be done in order', async () => {
    const unordered = await begin()
    expect(await unordered.repeat(false)).toEqual(['conflict', 'done', 'done'])
    const { repeat, done } = await begin()
    expect(await repeat(true)).toEqual(['conflict', 'service_unavailable', 'service_unavailable'])
    expect(done).toEqual([])
  })
})
