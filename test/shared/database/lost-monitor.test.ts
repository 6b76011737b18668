import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '../../../shared/database/mongo.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

/** The sockets that this process opens from now on, by Node's documented channel. */
function collectSockets(): Socket[] {
  const sockets: Socket[] = []
  const collect = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', collect)
  onTestFinished(() => void unsubscribe('net.client.socket', collect))
  return sockets
}

test('the database is found again when the socket of its monitor fails just before it is written to', async () => {
  const { log } = createCapturedLog()
  const uri = new URL(serverUrl('MONGODB_URI'))
  // The monitor asks the server twice a second, so that it writes soon.
  uri.searchParams.set('serverMonitoringMode', 'poll')
  uri.searchParams.set('heartbeatFrequencyMS', '500')
  const sockets = collectSockets()
  const connection = await connectMongo({ uri: uri.href, database: 'lost-monitor', poolSize: 4, log })
  onTestFinished(() => connection.close())
  const client = connection.getClient()
  await once(client, 'serverHeartbeatSucceeded')

  let failed = 0
  for (const socket of sockets) {
    const write = socket.write.bind(socket)
    Object.assign(socket, {
      write: (...written: Parameters<typeof write>) => {
        failed++
        socket.destroy()
        return write(...written)
      },
    })
  }
  await expect.poll(() => failed, { timeout: 5_000 }).toBeGreaterThan(0)
  await once(client, 'serverHeartbeatSucceeded')
  expect(await connection.db?.command({ ping: 1 })).toMatchObject({ ok: 1 })
})
