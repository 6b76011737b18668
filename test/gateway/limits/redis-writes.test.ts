import { once } from 'node:events'
import { expect, test } from 'vitest'
import { connectRedis } from '../../../gateway/limits/redis.ts'
import { createLog } from '../../../shared/process/log.ts'
import { keep } from '../../support/keep.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

test('commands of one turn of the event loop are one write to Redis, also after it was connected again', async () => {
  const { client } = keep(await connectRedis(serverUrl('REDIS_URL'), createLog('test', 'silent')))
  const ping = async () => {
    const replies = [client.ping(), client.ping()]
    expect(client.stream.writableCorked).toBe(1)
    expect(client.stream.writableLength).toBeGreaterThan('*1\r\n$4\r\nping\r\n'.length)
    expect(await Promise.all(replies)).toEqual(['PONG', 'PONG'])
  }
  await ping()
  client.stream.destroy()
  await once(client, 'ready')
  await ping()
})
