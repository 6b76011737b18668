import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { refusal } from '../../../support/checks/probe.ts'
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
