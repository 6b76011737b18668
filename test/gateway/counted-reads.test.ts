import { EventEmitter, once } from 'node:events'
import express from 'express'
import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Check, Locals } from '../../gateway/http/handler.ts'
import { handleError } from '../../gateway/http/response.ts'
import type { Slot } from '../../gateway/limits/concurrency-limiter.ts'
import { createRoutes } from '../../gateway/routes/create-routes.ts'
import { toRoutedOperations } from '../../gateway/routes/routed-operation.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { defineService } from '../../shared/contract/core/operation.ts'
import type { CallBytes } from '../../shared/messaging/rpc/call.ts'

const open = { summary: '', access: 'public', effect: 'read', output: z.unknown(), errors: [] } as const
const things = Object.values(
  defineService('things', {
    get: { ...open, route: 'GET /Thing/:name', input: z.object({ name: z.string(), size: z.coerce.number() }) },
    make: { ...open, route: 'POST /Thing', input: z.object({}) },
  }),
)
const slot: Slot = { startDeadline: 0, mayStartLate: () => true, run: (call) => call(), release: () => undefined }
const tooMany = new AppError('rate_limited', 'Too many')

/** A gateway whose rate limit answers as `count` does; `calls` are those that reach a service. */
function start(count: Check) {
  const calls = vi.fn<CallBytes>(async () => ({ body: Buffer.from('{}') }))
  const app = express()
  app.use((_req, res: express.Response<unknown, Partial<Locals>>, next) => {
    Object.assign(res.locals, { requestId: 'r', startedAt: Date.now() })
    next()
  })
  app.use(
    createRoutes(toRoutedOperations(things), {
      callBytes: calls,
      exportLimit: { take: async () => undefined },
      limits: { withSlot: (_call, _res, work) => work(slot) },
      ofPublic: { count },
      ofClients: { count },
    }),
  )
  app.use(handleError)
  return { app, calls }
}

it('a read is called while it is counted, and a write only after it', async () => {
  const counter = new EventEmitter()
  const count = vi.fn<() => Promise<void>>(() => once(counter, 'counted').then(() => undefined))
  const { app, calls } = start(count)
  const read = request(app)
    .get('/Thing/A?size=1')
    .then(({ status }) => status)
  const write = request(app)
    .post('/Thing')
    .then(({ status }) => status)
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2))
  expect(calls.mock.calls.map(([{ name }]) => name)).toEqual(['things.get'])
  counter.emit('counted')
  expect([await read, await write]).toEqual([200, 200])
  expect(calls).toHaveBeenCalledTimes(2)
})

it('a read that turns out to be too many is answered 429, whatever its call gave or was wrong with it', async () => {
  const { app } = start(() => Promise.reject(tooMany))
  expect((await request(app).get('/Thing/A?size=1')).status).toBe(429)
  expect((await request(app).get('/Thing/A?size=none')).status).toBe(429)
})

it('a client that is known to have sent too many is refused without a call', async () => {
  const { app, calls } = start(() => {
    throw tooMany
  })
  expect((await request(app).get('/Thing/A?size=1')).status).toBe(429)
  expect(calls).not.toHaveBeenCalled()
})
