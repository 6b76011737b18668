import timers from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'
import { Schema } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate, requireVersion } from '../../../shared/database/mongo.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../support/servers/database.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

const schema = new Schema({ _id: Number, text: String }, { versionKey: false, collection: 'notes' })
schema.index({ text: 1 }, { unique: true })
schema.index({ text: 1, _id: -1 })

test('every write waits for a majority of the replica set, whatever the connection string says', async () => {
  const uri = new URL(serverUrl('MONGODB_URI'))
  uri.searchParams.set('w', '1')
  const connection = await connectDatabase(aDatabase(), { uri: uri.href, monitorCommands: true })
  const concerns: unknown[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'insert') concerns.push(command.writeConcern)
  })
  await connection.model('Note', schema).create({ _id: 1, text: 'here' })
  expect(concerns).toEqual([{ w: 'majority' }])
})

test('a process at rest does not look after its connections ten times a second, also after its server was away', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const ping = () => connection.getClient().db('admin').command({ ping: 1 })
  await ping()
  const setTimer = vi.spyOn(timers, 'setTimeout')
  onTestFinished(() => setTimer.mockRestore())
  const looksIn = async (ms: number) => {
    setTimer.mockClear()
    await delay(ms)
    return setTimer.mock.calls.filter(([, after]) => after === 100).length
  }
  // The one that was set when the pool was made may still come.
  await expect.poll(() => looksIn(500)).toBe(0)
  setTimer.mockClear()
  proxy.cut()
  await expect.poll(ping).toMatchObject({ ok: 1 })
  await expect.poll(() => looksIn(500)).toBe(0)
})

test('a server that is too old for the writes is refused with its version, and with what is needed', async () => {
  let closed = 0
  const serverOf = (version: string): Parameters<typeof requireVersion>[0] => ({
    // Only this command is sent.
    getClient: () => ({ db: () => ({ command: async () => ({ version }) }) }) as never,
    close: async () => void closed++,
  })
  await expect(requireVersion(serverOf('7.0.14'))).rejects.toThrow(
    'The database is MongoDB 7.0.14; the oldest version that works is 8.0',
  )
  expect(closed).toBe(1)
  await requireVersion(serverOf('8.0.4'))
  await requireVersion(serverOf('10.1.0'))
  expect(closed).toBe(1)
})

test('an index may take longer than a command may', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase(), { socketTimeoutMs: 1_000 })
  const notes = connection.model('Note', schema)
  proxy.filter((chunk, direction) => {
    if (direction === 'to-server' && chunk.includes('createIndexes')) {
      proxy.filter(undefined)
      proxy.delay(1_500)
    }
    return 'pass'
  })
  await migrate(connection)
  proxy.heal()
  const indexes = await notes.collection.indexes()
  expect(indexes.map(({ name, unique }) => [name, unique ?? false])).toEqual([
    ['_id_', false],
    ['text_1', true],
    ['text_1__id_-1', false],
  ])
})
