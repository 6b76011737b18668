import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../../../gateway/gateway.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { serverUrl, startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let behindProxy: Gateway
beforeAll(async () => {
  system = await startSystem({ services: ['gateway'] })
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const config = {
    ...servers,
    system: system.system,
    keys: system.keysOf('gateway'),
    storageSecret: system.storageSecret,
    rateLimitPerMinute: 1_000,
    port: 0,
    trustProxy: 1,
    contact: 'api@example.com',
  }
  behindProxy = await createGateway(config, createCapturedLog().log)
})
afterAll(async () => {
  await behindProxy[Symbol.asyncDispose]()
  await system[Symbol.asyncDispose]()
})

/** The addresses in the document that a request gets. */
async function addresses(port: string | number, headers: Record<string, string>) {
  const { status, body } = await request(`http://127.0.0.1:${port}`).get('/api/v1/openapi.json').set(headers)
  expect(status).toBe(200)
  const { tokenUrl } = body.components.securitySchemes.clientCredentials.flows.clientCredentials
  return { server: body.servers[0].url, tokenUrl }
}
const at = (base: string) => ({ server: base, tokenUrl: `${base}/Token` })
const ownPort = () => new URL(system.url).port

describe('The document that is served', () => {
  it.each(['inventory.example.com', 'localhost:8080', '10.0.0.7:1', '[::1]:8080'])(
    'names the server by the host that the request named: %s',
    async (host) => {
      expect(await addresses(ownPort(), { host })).toEqual(at(`http://${host}/api/v1`))
    },
  )

  it.each(['a b', 'evil.example.com/path', 'user@host', '"><script>', 'a'.repeat(300), 'host:99999999'])(
    'names the path alone when the host is none: %s',
    async (host) => {
      expect(await addresses(ownPort(), { host })).toEqual(at('/api/v1'))
    },
  )

  it('names the address that a trusted proxy was asked at, and ignores what others say of it', async () => {
    const headers = { host: 'gateway:8080', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' }
    expect(await addresses(behindProxy.port, headers)).toEqual(at('https://api.example.com/api/v1'))
    expect(await addresses(ownPort(), headers)).toEqual(at('http://gateway:8080/api/v1'))
  })

  it('has an ETag of its own for each host', async () => {
    const tagOf = async (host: string) => (await request(system.url).get('/openapi.json').set({ host })).headers.etag
    expect(await tagOf('one.example.com')).toBe(await tagOf('one.example.com'))
    expect(await tagOf('one.example.com')).not.toBe(await tagOf('two.example.com'))
  })

  it('has a contact: the one that the operator names, else nobody in particular', async () => {
    const contactAt = async (port: string | number) =>
      (await request(`http://127.0.0.1:${port}`).get('/api/v1/openapi.json')).body.info.contact
    expect(await contactAt(ownPort())).toEqual({ name: 'Operator of this installation' })
    expect(await contactAt(behindProxy.port)).toMatchObject({ email: 'api@example.com' })
  })
})
