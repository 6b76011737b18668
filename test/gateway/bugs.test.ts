import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../gateway/app.ts'
import { readGatewayConfig } from '../../gateway/config.ts'
import type { Caller } from '../../shared/contract/core/access.ts'
import { keyIsRunning, outcomeUnknown, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'

const caller: Caller = {
  kind: 'client',
  id: 'c',
  permissions: [11, 116],
  reports: [],
  warehouses: 'all',
  readOnly: false,
  active: true,
}

/** The gateway's app with a call that goes wrong in a way that nobody foresaw. */
function appThatThrows(thrown: unknown) {
  const { log, lines } = createCapturedLog()
  const allowance = { limit: 9, remaining: 9, resetMs: 1, exceeded: false }
  const app = createApp({
    callBytes: () => Promise.reject(thrown),
    tokenVerifier: { identify: () => caller, confirmedAt: 0, [Symbol.asyncDispose]: async () => undefined },
    rateLimit: { perMinute: 9, isDegraded: false, count: async () => allowance },
    exportLimit: { take: async () => undefined },
    trustProxy: undefined,
    storageSecret: Buffer.alloc(32),
    log,
  })
  return { app, lines }
}

describe('A bug', () => {
  it.each([
    ['an error', new TypeError('secret detail of node_modules/x.js')],
    ['an error with a status of its own', Object.assign(new Error('secret detail'), { status: 503 })],
    ['no error at all', 'secret detail'],
    ['nothing', undefined],
  ])('is a 500 in the error object, logged once and shown to nobody, when it throws %s', async (_what, thrown) => {
    const { app, lines } = appThatThrows(thrown)
    const { status, body, text } = await request(app).get('/api/v1/Item').set('authorization', 'Bearer x')
    expect(status).toBe(500)
    expect(body).toEqual({ statusCode: 500, error: 'internal_error', message: 'An unexpected error occurred.' })
    expect(text).not.toContain('secret')
    const logged = lines.filter(({ level }) => level >= 50)
    expect(logged).toHaveLength(1)
    expect(logged[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('An outcome that is not known yet', () => {
  it.each([
    [503, serviceUnavailable()],
    [504, outcomeUnknown()],
    [409, keyIsRunning()],
  ])('is %i with the error object and Retry-After', async (status, thrown) => {
    const { app, lines } = appThatThrows(thrown)
    const answer = await request(app).delete('/api/v1/Item/A').set('authorization', 'Bearer x')
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ statusCode: status, error: thrown.code, message: thrown.message })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('The configuration', () => {
  it('names every fault of the environment at once', () => {
    const env = { PORT: '70000', REDIS_URL: 'http://x', RATE_LIMIT_PER_MINUTE: '0', RABBITMQ_URL: 'amqp://h' }
    const faults = /PORT.*REDIS_URL.*RATE_LIMIT_PER_MINUTE/s
    expect(() => readGatewayConfig(env)).toThrow(faults)
    expect(() => readGatewayConfig(env)).toThrow(/PUBLIC_KEYS.*PROCESS_KEY.*STORAGE_SECRET/s)
  })
})
