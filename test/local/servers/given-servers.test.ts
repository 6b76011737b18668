import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkGivenServers } from '../../../local/servers/given-servers.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

const urls = () => ({
  MONGODB_URI: serverUrl('MONGODB_URI'),
  RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
  REDIS_URL: serverUrl('REDIS_URL'),
})

test('given servers that answer are accepted, and so are none', async () => {
  await expect(checkGivenServers(urls())).resolves.toBeUndefined()
  await expect(checkGivenServers({})).resolves.toBeUndefined()
})

test.each([
  ['MONGODB_URI', 'mongodb://user:hidden@127.0.0.1:1/?directConnection=true'],
  ['RABBITMQ_URL', 'amqp://user:hidden@127.0.0.1:1'],
  ['REDIS_URL', 'redis://user:hidden@127.0.0.1:1'],
])('a wrong %s is named with its address, without its password', async (variable, url) => {
  const message = await checkGivenServers({ ...urls(), [variable]: url }).catch(String)
  expect(message).toContain(`${variable}: no server answers at 127.0.0.1:1 (`)
  expect(message).toContain('ECONNREFUSED')
  expect(message).not.toContain('hidden')
  expect(message).not.toMatch(/\n/)
})

test('all wrong addresses are named at once, also one that is none and one that never answers', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  // A TCP server's address is an AddressInfo; only pipes have a string.
  const { port } = silent.address() as AddressInfo
  const given = { MONGODB_URI: 'nonsense', RABBITMQ_URL: 'amqp://127.0.0.1:1', REDIS_URL: `redis://127.0.0.1:${port}` }
  const lines = (await checkGivenServers(given).catch(String))?.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines?.[0]).toContain('MONGODB_URI is no address')
  expect(lines?.[2]).toContain(`REDIS_URL: no server answers at 127.0.0.1:${port}`)
})
