import type { Connection } from 'mongoose'
import { describe, expect, test } from 'vitest'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { refusal } from '../../../support/checks/probe.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../../support/servers/database.ts'
import { aContext, createCountedWrites } from '../counted-writes.ts'

describe('the outcome of an Idempotency-Key', () => {
  const key = { hasClientKey: true } as const
  const longAgo = () => Date.now() - 60_000
  const find = ({ idempotency }: Awaited<ReturnType<typeof createCountedWrites>>, { operationId }: CallContext) =>
    idempotency.find('client:anna', operationId)

  test('is running while the commit of its write hangs, however long ago its deadline was', async () => {
    const database = aDatabase()
    const { proxy, connection } = await connectDatabaseByProxy(database)
    const { write } = await createCountedWrites(connection)
    const observer = await connectDatabase(database)
    const observed = await createCountedWrites(observer)
    const context = aContext(key)
    let found: ReturnType<typeof find> | undefined
    proxy.filter((chunk) => {
      if (!chunk.includes('commitTransaction')) return 'pass'
      // Only this chunk: the server gets the commit later.
      proxy.delay(2_500)
      setImmediate(() => proxy.heal())
      proxy.filter(undefined)
      found = find(observed, context)
      return 'pass'
    })
    await write('bolt', context, () => endDeadline(observer, context))
    expect(await found).toMatchObject({ state: 'running' })
    expect(await find(observed, context)).toMatchObject({ state: 'applied' })
  })

  test('does not exist once its request is over, which can then no longer take effect', async () => {
    const connection = await connectDatabase()
    const writes = await createCountedWrites(connection)
    const context = aContext(key)
    const overtaken = writes.write('bolt', context, async () => {
      await endDeadline(connection, context)
      expect(await find(writes, context)).toBeUndefined()
    })
    expect((await refusal(overtaken)).code).toBe('conflict')
    expect(await writes.words()).toEqual([])
    expect(await find(writes, context)).toBeUndefined()
  })

  const endDeadline = async (connection: Connection, { operationId }: CallContext) => {
    const filter = { _id: `client:anna/${operationId}` as never }
    await connection.collection('operations').updateOne(filter, { $set: { runsUntil: new Date(longAgo()) } })
  }
})
