import { describe, expect, test } from 'vitest'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { refusal } from '../../../support/checks/probe.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../../support/servers/database.ts'
import { aContext, createCountedWrites } from '../counted-writes.ts'

describe('the outcome of an Idempotency-Key', () => {
  const arrived = (arrivedAt: number) => aContext({ hasClientKey: true, arrivedAt })
  type Process = Awaited<ReturnType<typeof createCountedWrites>>
  const find = ({ idempotency }: Process, { operationId }: CallContext, arrivedAt = Date.now()) =>
    idempotency.find('client:anna', operationId, { arrivedAt })

  const begin = async () => {
    const database = aDatabase()
    const { proxy, connection } = await connectDatabaseByProxy(database)
    const doing = await createCountedWrites(connection)
    return { proxy, doing, asked: await createCountedWrites(await connectDatabase(database)) }
  }

  test('is running in the process that does it, and is then that of the write', async () => {
    const { doing } = await begin()
    const context = arrived(Date.now())
    let found: unknown
    await doing.write('bolt', context, async () => {
      found = await find(doing, context)
    })
    expect(found).toEqual({ operation: 'probe.change', state: 'running' })
    expect(await find(doing, context)).toMatchObject({ state: 'applied' })
  })

  test('is 503 in another process while the commit of its write hangs', async () => {
    const { proxy, doing, asked } = await begin()
    const context = arrived(Date.now())
    let found: Promise<unknown> | undefined
    proxy.filter((chunk) => {
      if (!chunk.includes('commitTransaction')) return 'pass'
      // Only this chunk: the server gets the commit later.
      proxy.delay(4_000)
      setImmediate(() => proxy.heal())
      proxy.filter(undefined)
      found = refusal(find(asked, context))
      return 'pass'
    })
    await doing.write('bolt', context)
    expect(await found).toMatchObject({ code: 'service_unavailable' })
    expect(await find(asked, context)).toMatchObject({ state: 'applied' })
  })

  test('that was not found stays so: requests from before take no effect, and later ones do (R14)', async () => {
    const { doing, asked } = await begin()
    const context = arrived(Date.now())
    const stopped = doing.write('bolt', context, async () => {
      for (const _ of ['asked', 'asked again']) expect(await find(asked, context)).toBeUndefined()
    })
    expect((await refusal(stopped)).code).toBe('service_unavailable')
    expect(await doing.words()).toEqual([])
    const later = { ...context, attempt: 'another', arrivedAt: Date.now() + 1 }
    expect(await doing.write('bolt', later)).toMatchObject({ word: 'bolt' })
    expect(await find(asked, context)).toMatchObject({ state: 'applied' })
    expect(await doing.words()).toEqual(['bolt'])
  })

  test('is not found by any of four questions at once', async () => {
    const { doing, asked } = await begin()
    const context = arrived(Date.now())
    const found = await Promise.all([doing, asked, doing, asked].map((one) => find(one, context)))
    expect(found).toEqual([undefined, undefined, undefined, undefined])
  })

  test('is running while a request of the version before has leased the key, and is not found after that', async () => {
    const { doing, asked } = await begin()
    const context = arrived(Date.now())
    await doing.lease('bolt', context)
    expect(await find(asked, context)).toMatchObject({ operation: 'probe.change', state: 'running' })
    await doing.lease('bolt', { ...context, deadline: Date.now() - 60_000 })
    expect(await find(asked, context)).toBeUndefined()
  })
})
