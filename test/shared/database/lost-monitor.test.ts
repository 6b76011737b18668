import { expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '../../../shared/database/mongo.ts'
import { createCapturedLog } from '../../support/captured-log.ts'
import { serverUrl } from '../../support/server-url.ts'

/** What lies that deep inside the driver. */
const inside = (thing: unknown, ...path: string[]): unknown =>
  path.reduce((found: unknown, name) => Reflect.get(Object(found), name), thing)

test('the database is found again when the socket that watches it fails just before it is written to', async () => {
  const { log } = createCapturedLog()
  const uri = serverUrl('MONGODB_URI')
  const connection = await connectMongo({ uri, database: 'lost-monitor', poolSize: 4, log })
  onTestFinished(() => connection.close())
  const servers = inside(connection.getClient(), 'topology', 's', 'servers')
  if (!(servers instanceof Map)) throw new Error('The driver has changed')
  const [server] = servers.values()
  await expect.poll(() => inside(server, 'monitor', 'connection', 'closed')).toBe(false)
  // Otherwise the driver would wait before it looks again.
  await expect.poll(() => Date.now() - started, { timeout: 2_000 }).toBeGreaterThan(1_000)

  const end = inside(server, 'monitor', 'connection', 'socket', 'destroy')
  Reflect.apply(Object(end), inside(server, 'monitor', 'connection', 'socket'), [])
  Reflect.apply(Object(inside(server, 'requestCheck')), server, [])
  await expect.poll(() => inside(server, 'monitor', 's', 'state'), { timeout: 5_000 }).toBe('idle')
})

const started = Date.now()
