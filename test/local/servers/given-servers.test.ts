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

test.each([
  ['MONGODB_URI', 'postgres://user:hidden@127.0.0.1:1/db', 'mongodb://… or mongodb+srv://…'],
  ['RABBITMQ_URL', 'http://user:hidden@127.0.0.1:15672', 'amqp://… or amqps://…'],
  ['REDIS_URL', '127.0.0.1:6379', 'redis://… or rediss://…'],
])(
  'a %s that is the address of something else is named as such, not as a server that does not answer',
  async (variable, url, form) => {
    const message = await checkGivenServers({ ...urls(), [variable]: url }).catch(String)
    expect(message).toBe(`Error: ${variable} must be an address like ${form}`)
  },
)

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
  expect(lines?.[0]).toContain('MONGODB_URI must be an address like mongodb://…')
  expect(lines?.[2]).toContain(`REDIS_URL: no server answers at 127.0.0.1:${port}`)
})
