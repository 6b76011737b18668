import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { probe, refusal } from '../../../support/checks/probe.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../../support/servers/database.ts'
import { aContext, createCountedWrites } from '../counted-writes.ts'

const refuse = (code: AppError['code']) => () => Promise.reject(new AppError(code, 'Refused for the test.'))

describe.each([
  ['chosen by the client', true],
  ['made by the gateway', false],
])('a write under an operation id %s', (_, hasClientKey) => {
  test('takes effect once and has one result, asked 20 times at once', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey })
    const answers = await Promise.all(Array.from({ length: 20 }, () => write('bolt', { ...context, reply: {} })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await words()).toEqual(['bolt'])
  })

  test('gets its refusal again, even if it would now succeed', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey })
    const first = await refusal(write('bolt', context, refuse('conflict')))
    const again = await refusal(write('bolt', context))
    expect(again.toBody()).toEqual(first.toBody())
    expect(await words()).toEqual([])
  })

  test.each(['validation_error', 'service_unavailable', 'forbidden'] as const)(
    'may be repeated after %s, which is no outcome',
    async (code) => {
      const { write, words } = await createCountedWrites(await connectDatabase())
      const context = aContext({ hasClientKey })
      expect((await refusal(write('bolt', context, refuse(code)))).code).toBe(code)
      expect(await write('bolt', { ...context, attempt: 'another' })).toMatchObject({ word: 'bolt' })
      expect(await words()).toEqual(['bolt'])
    },
  )

  test('is refused for another request', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey })
    await write('bolt', context)
    const error = await refusal(write('nut', { ...context, attempt: 'another' }))
    expect(error).toMatchObject({ code: 'conflict', message: 'This Idempotency-Key was used with another request.' })
    expect(await words()).toEqual(['bolt'])
  })

  test('belongs to its caller: another one may use the same id', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const context = aContext({ hasClientKey })
    await write('bolt', context)
    await write(
      'nut',
      aContext({ hasClientKey, operationId: context.operationId, caller: { kind: 'operator', id: 'ops' } }),
    )
    expect((await words()).sort()).toEqual(['bolt', 'nut'])
  })

  test('takes effect once when the connection is cut after the commit was sent (R4)', async () => {
    const database = aDatabase()
    const { proxy, connection } = await connectDatabaseByProxy(database)
    const { write, words } = await createCountedWrites(connection)
    let committing = false
    proxy.filter((chunk, direction) => {
      if (direction === 'to-server') committing ||= chunk.includes('commitTransaction')
      else if (committing) {
        proxy.filter(undefined)
        return 'cut'
      }
      return 'pass'
    })
    expect(await write('bolt', aContext({ hasClientKey }))).toMatchObject({ word: 'bolt' })
    expect(committing).toBe(true)
    expect(await words()).toEqual(['bolt'])
  })

  test('takes effect once when the connection is cut before the commit arrives', async () => {
    const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
    const { write, words } = await createCountedWrites(connection)
    let cuts = 0
    proxy.filter((chunk) => {
      if (!chunk.includes('commitTransaction')) return 'pass'
      if (++cuts === 2) proxy.filter(undefined)
      return 'cut'
    })
    expect(await write('bolt', aContext({ hasClientKey }))).toMatchObject({ word: 'bolt' })
    expect(cuts).toBe(2)
    expect(await words()).toEqual(['bolt'])
  })

  test('has an unknown outcome when the database is gone from the commit on (R3)', async () => {
    const database = aDatabase()
    const { proxy, connection } = await connectDatabaseByProxy(database)
    const { write } = await createCountedWrites(connection)
    proxy.filter((chunk) => {
      if (chunk.includes('commitTransaction')) proxy.refuse()
      return 'pass'
    })
    const context = aContext({ hasClientKey, deadline: Date.now() + 1_500 })
    expect((await refusal(write('bolt', context))).code).toBe('outcome_unknown')
    proxy.filter(undefined)
    proxy.heal()
  })

  test('was certainly not done when the database is away from the start (R3)', async () => {
    const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
    const { write } = await createCountedWrites(connection)
    proxy.refuse()
    const context = aContext({ hasClientKey: false, deadline: Date.now() + 500 })
    expect((await refusal(write('bolt', context))).code).toBe('service_unavailable')
    proxy.heal()
  })
})

describe('a write that the system repeats', () => {
  test('has an unknown outcome when it was recorded before and the record cannot be read', async () => {
    const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
    const { write } = await createCountedWrites(connection)
    const context = aContext()
    await write('bolt', context)
    proxy.filter((chunk, direction) => {
      if (direction === 'to-server' && chunk.includes('find')) proxy.refuse()
      return 'pass'
    })
    expect((await refusal(write('bolt', context))).code).toBe('outcome_unknown')
    proxy.filter(undefined)
    proxy.heal()
  })
})

describe('a write under an Idempotency-Key', () => {
  test('says so when its result is a replay, and not to the request that it belongs to', async () => {
    const { write } = await createCountedWrites(await connectDatabase())
    const first = aContext({ hasClientKey: true })
    const own = { ...first, reply: {} }
    const other = { ...first, attempt: 'another', reply: {} }
    const answer = await write('bolt', first)
    expect([await write('bolt', own), await write('bolt', other)]).toEqual([answer, answer])
    expect([first.reply, own.reply, other.reply]).toEqual([{}, {}, { replayed: true }])
  })

  test('is refused while another request with the key is running, which then ends undisturbed', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const first = aContext({ hasClientKey: true })
    let second: AppError | undefined
    await write('bolt', first, async () => {
      second ??= await refusal(write('bolt', { ...first, attempt: 'another', reply: {} }))
    })
    expect(second).toMatchObject({ code: 'conflict', message: expect.stringContaining('still running') })
    expect(await words()).toEqual(['bolt'])
  })

  test('is taken over when the request that claimed it ended without an outcome', async () => {
    const { write, crash, words } = await createCountedWrites(await connectDatabase())
    const crashed = aContext({ hasClientKey: true })
    await crash('bolt', crashed)
    const early = await refusal(write('bolt', { ...crashed, attempt: 'another', reply: {} }))
    expect(early.code).toBe('conflict')
    const longAgo = aContext({ hasClientKey: true, deadline: Date.now() - 60_000 })
    await crash('nut', longAgo)
    const later = { ...longAgo, attempt: 'another', deadline: Date.now() + 8_000, reply: {} }
    expect(await write('nut', later)).toMatchObject({ word: 'nut' })
    expect(await words()).toEqual(['nut'])
  })

  test('that was taken over cannot take effect a second time by the request that was overtaken', async () => {
    const { write, crash, words } = await createCountedWrites(await connectDatabase())
    const slow = aContext({ hasClientKey: true })
    await crash('bolt', { ...slow, deadline: Date.now() - 60_000 })
    let overtaken = false
    const answer = await write('bolt', slow, async () => {
      if (overtaken) return
      overtaken = true
      await write('bolt', { ...slow, attempt: 'another', reply: {} })
    })
    expect(answer).toMatchObject({ word: 'bolt' })
    expect(await words()).toEqual(['bolt'])
  })

  test('that another request has taken over cannot take effect by the one that was overtaken while the other runs', async () => {
    const { write, crash, words } = await createCountedWrites(await connectDatabase())
    const slow = aContext({ hasClientKey: true })
    await crash('bolt', { ...slow, deadline: Date.now() - 60_000 })
    const error = await refusal(write('bolt', slow, () => crash('bolt', { ...slow, attempt: 'another', reply: {} })))
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('still running') })
    expect(await words()).toEqual([])
  })

  test('that another request has taken over and still runs is not answered with a bug', async () => {
    const { write, crash, words } = await createCountedWrites(await connectDatabase())
    const slow = aContext({ hasClientKey: true })
    await crash('bolt', { ...slow, deadline: Date.now() - 60_000 })
    let error: AppError | undefined
    await write('bolt', { ...slow, attempt: 'another', reply: {} }, async () => {
      error ??= await refusal(write('bolt', slow))
    })
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('still running') })
    expect(await words()).toEqual(['bolt'])
  })
})

describe('of many writes of one request, of which a process has left a claim of the first behind,', () => {
  const begin = async () => {
    const connection = await connectDatabase()
    const { crash, idempotency } = await createCountedWrites(connection)
    const writes = ['bolt', 'nut', 'washer'].map((word) => ({
      operation: probe.change,
      input: { word },
      context: aContext({ hasClientKey: true }),
    }))
    const [bolt] = writes
    if (bolt) await crash(bolt.input.word, bolt.context)
    const done: number[] = []
    const again = writes.map((write) => ({ ...write, context: { ...write.context, attempt: 'another' } }))
    const repeat = async (isInOrder: boolean) => {
      const outcomes = await idempotency.onceEach(again, async (_, index) => done.push(index), { isInOrder })
      return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
    }
    return { connection, repeat, done }
  }

  test('all take effect in their sequence once the claim is over', async () => {
    const { connection, repeat, done } = await begin()
    const left = await connection.model('Operation').updateMany({ state: 'running' }, { runsUntil: new Date(0) })
    expect(left.matchedCount).toBe(1)
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
