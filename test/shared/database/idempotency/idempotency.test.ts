import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
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

  test('in two processes at once takes effect once, and the slower one gets its result (R4)', async () => {
    const { one, other, words } = await twoProcesses()
    const first = aContext({ hasClientKey: true })
    const second = { ...first, attempt: 'another', reply: {} }
    const met = meet(2)
    const answers = await Promise.all([one.write('bolt', first, met), other.write('bolt', second, met)])
    expect(answers[0]).toEqual(answers[1])
    expect([first.reply, second.reply]).toContainEqual({ replayed: true })
    expect(await words()).toEqual(['bolt'])
  })

  test('is refused in two processes at once for another request', async () => {
    const { one, other, words } = await twoProcesses()
    const context = aContext({ hasClientKey: true })
    const met = meet(2)
    const outcomes = await Promise.allSettled([
      one.write('bolt', context, met),
      other.write('nut', { ...context, attempt: 'another', reply: {} }, met),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'This Idempotency-Key was used with another request.' },
    })
    expect(await words()).toHaveLength(1)
  })

  test.each(['conflict', 'validation_error', 'forbidden'] as const)(
    'gets the success of another process instead of a refusal that this success has caused: %s',
    async (code) => {
      const { one, other, words } = await twoProcesses()
      const first = aContext({ hasClientKey: true })
      const second = { ...first, attempt: 'another', reply: {} }
      const refused = other.write('bolt', second, async () => {
        await one.write('bolt', first)
        throw new AppError(code, 'Refused for the test.')
      })
      expect(await refused).toMatchObject({ word: 'bolt' })
      expect(await words()).toEqual(['bolt'])
    },
  )

  test('is free at once when its process is lost', async () => {
    const { one, other, words } = await twoProcesses()
    const lost = aContext({ hasClientKey: true })
    await new Promise<void>((begun) => {
      void one.write('bolt', lost, () => new Promise(() => begun()))
    })
    expect(await other.write('bolt', { ...lost, attempt: 'another', reply: {} })).toMatchObject({ word: 'bolt' })
    expect(await words()).toEqual(['bolt'])
  })

  test('is one transaction, with no other command', async () => {
    const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
    const { write } = await createCountedWrites(connection)
    const commands: string[] = []
    connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
    await write('bolt', aContext({ hasClientKey: true }))
    expect(commands).toEqual(['insert', 'bulkWrite', 'commitTransaction'])
  })
})

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

test('an effect in parts is not begun again for a key that has an outcome, and is unknown if it is stopped', async () => {
  const connection = await connectDatabase()
  const { idempotency, write, lease } = await createCountedWrites(connection)
  const done = aContext({ hasClientKey: true })
  const repeat = (context: CallContext, effect: () => Promise<unknown>) =>
    idempotency.onceInParts(probe.change, { word: 'bolt' }, context, effect)
  const answer = await write('bolt', done)
  let begun = 0
  expect(await repeat({ ...done, attempt: 'another' }, async () => begun++)).toEqual(answer)
  expect(begun).toBe(0)
  const stopped = aContext({ hasClientKey: true })
  const error = await refusal(
    repeat(stopped, async () => {
      await lease('bolt', { ...stopped, attempt: 'another' })
      throw new AlreadyRecorded()
    }),
  )
  expect(error.code).toBe('outcome_unknown')
})

/** Resolves for each of so many once all have called it, and at once when they call it again. */
function meet(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let met = 0
  return () => {
    if (++met === count) all.resolve()
    return all.promise
  }
}

/** Two processes with one database. */
async function twoProcesses() {
  const database = aDatabase()
  const [one, other] = [
    await createCountedWrites(await connectDatabase(database)),
    await createCountedWrites(await connectDatabase(database)),
  ]
  return { one, other, words: one.words }
}
