import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
const unauthorized = { statusCode: 401, error: 'unauthorized', message: 'Client authentication failed.' }

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'], tokenTtlSeconds: 1_234 })
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  request(system.url).post('/Token').type('form').set(headers).send(form)
const grant = (overrides: Record<string, string> = {}) => ({
  grant_type: 'client_credentials',
  client_id: client.clientId,
  client_secret: client.clientSecret,
  ...overrides,
})
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

describe('POST /Token', () => {
  it('gives exactly a token, its type and its lifetime, and forbids storing them', async () => {
    const { status, body, headers } = await post(grant())
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 1_234 })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.pragma).toBe('no-cache')
  })

  it('gives a token that the gateway accepts', async () => {
    const { body } = await post(grant())
    const answer = await request(system.url).get('/NoSuchPath').set('authorization', `Bearer ${body.access_token}`)
    expect(answer.status).toBe(404)
  })

  it('takes id and secret by HTTP Basic, form-encoded as RFC 6749 wants them', async () => {
    const percent = [...client.clientId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const encoded = Buffer.from(`${percent}:${client.clientSecret}`).toString('base64')
    for (const authorization of [basic(client.clientId, client.clientSecret).authorization, `basic ${encoded}`]) {
      const { status, body } = await post({ grant_type: 'client_credentials' }, { authorization })
      expect({ status, type: body.token_type }).toEqual({ status: 200, type: 'bearer' })
    }
  })

  it('takes a client_id in the form beside Basic if it is the same one', async () => {
    const { clientId: client_id, clientSecret } = client
    const form = { grant_type: 'client_credentials', client_id }
    expect((await post(form, basic(client_id, clientSecret))).status).toBe(200)
    expect((await post(form, basic('another', clientSecret))).status).toBe(400)
    expect((await post(grant(), basic(client_id, clientSecret))).status).toBe(400)
  })

  it('answers an unknown client, a wrong secret and a disabled client with the same bytes', async () => {
    const disabled = await system.createClient()
    await system.call(auth.disableClient, { clientId: disabled.clientId })
    const attempts = [
      { client_id: 'no-such-client' },
      { client_secret: 'wrong' },
      { client_secret: `${client.clientSecret}x` },
      { client_id: disabled.clientId, client_secret: disabled.clientSecret },
    ]
    for (const attempt of attempts) {
      for (const answer of [
        await post(grant(attempt)),
        await post({ grant_type: 'client_credentials' }, basic(grant(attempt).client_id, grant(attempt).client_secret)),
      ]) {
        expect(answer.status).toBe(401)
        expect(answer.text).toBe(JSON.stringify(unauthorized))
        expect(answer.headers['www-authenticate']).toBe('Basic realm="inventory"')
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    }
  })

  it.each([
    ['a form of other fields', () => post({ nothing: 'at all' })],
    ['an empty form', () => request(system.url).post('/Token').type('form')],
  ])('names every missing field of %s', async (_what, send) => {
    const { status, body } = await send()
    expect(status).toBe(400)
    expect(body).toEqual({
      statusCode: 400,
      error: 'validation_error',
      message: 'Model validation failed.',
      details: {
        grant_type: ['The grant_type field is required.'],
        client_id: ['The client_id field is required.'],
        client_secret: ['The client_secret field is required.'],
      },
    })
  })

  const malformed: [string, () => request.Test][] = [
    ['another grant', () => post(grant({ grant_type: 'password' }))],
    ['a JSON body', () => request(system.url).post('/Token').send(grant())],
    ['no body', () => request(system.url).post('/Token')],
    ['a field that comes twice', () => request(system.url).post('/Token').type('form').send('client_id=a&client_id=b')],
    ['Basic that is no base64', () => post(grant(), { authorization: 'Basic ???' })],
    ['Basic without a colon', () => post(grant(), { authorization: `Basic ${btoa('nobody')}` })],
    ['Basic with broken percent-encoding', () => post(grant(), { authorization: `Basic ${btoa('%zz:%zz')}` })],
  ]
  it.each(malformed)('refuses %s as bad_request', async (_what, send) => {
    const { status, body } = await send()
    expect(status).toBe(400)
    expect(body).toEqual({ statusCode: 400, error: 'bad_request', message: expect.any(String) })
  })

  it('needs no bearer token, and minds no bad one', async () => {
    expect((await post(grant(), { authorization: 'Bearer nonsense' })).status).toBe(200)
  })
})
