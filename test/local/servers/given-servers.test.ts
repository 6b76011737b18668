import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServers } from '../../../local/servers/servers.ts'

test('a given server is not started', async () => {
  const otherDir = mkdtempSync(join(tmpdir(), 'servers-given-'))
  const given = {
    MONGODB_URI: 'mongodb://127.0.0.1:1/',
    RABBITMQ_URL: 'amqp://127.0.0.1:2',
    REDIS_URL: 'redis://127.0.0.1:3',
  }
  const other = await startServers({ dataDir: otherDir, given, report: () => undefined })
  expect(other.urls).toEqual(given)
  expect(other.processes).toEqual([])
  rmSync(otherDir, { recursive: true })
})
