import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Locals } from '../../../gateway/http/handler.ts'
import { handleError } from '../../../gateway/http/response.ts'
import type { Slot } from '../../../gateway/limits/concurrency-limiter.ts'
import { createRoutes, type RouteDeps, refuseMethod } from '../../../gateway/routes/create-routes.ts'
import { toRoutedOperations } from '../../../gateway/routes/routed-operation.ts'
import { defineService } from '../../../shared/contract/core/operation.ts'

const open = { summary: '', access: 'public', effect: 'read', output: z.unknown(), errors: [] } as const
const things = Object.values(
  defineService('things', {
    get: { ...open, route: 'GET /Thing/:name', input: z.object({ name: z.string() }) },
    list: { ...open, route: 'GET /Thing/All', input: z.object({}) },
    tag: { ...open, route: 'PUT /Thing/:name', input: z.object({ name: z.string(), tag: z.string().optional() }) },
    count: { ...open, route: 'POST /Thing?count', input: z.object({ count: z.string(), kind: z.string() }) },
    make: { ...open, route: 'POST /Thing', input: z.object({ kind: z.string() }) },
  }),
)

/** Answers with the operation that a request went to, and its input. */
const app = express()
app.use((_req, res: express.Response<unknown, Partial<Locals>>, next) => {
  Object.assign(res.locals, { requestId: 'r', startedAt: Date.now() })
  next()
})
const slot: Slot = { startDeadline: 0, mayStartLate: () => true, run: (call) => call(), release: () => undefined }
const routed = toRoutedOperations(things)
const deps: RouteDeps = {
  callBytes: async ({ name }, input) => ({ body: Buffer.from(JSON.stringify({ name, input })) }),
  exportLimit: { take: async () => undefined },
  limits: { withSlot: (_call, _res, work) => work(slot) },
  ofPublic: { count: () => undefined },
  ofClients: { count: () => undefined },
}
app.use(createRoutes(routed, deps), refuseMethod(routed))
app.use(handleError)

const answer = async (sent: request.Test) => (await sent).body

describe('Routes that follow from a contract', () => {
  it('take a literal path before one with parameters, in whatever order they are declared', async () => {
    expect(await answer(request(app).get('/Thing/All'))).toEqual({ name: 'things.list', input: {} })
    expect(await answer(request(app).get('/Thing/Some'))).toEqual({ name: 'things.get', input: { name: 'Some' } })
  })

  it('take what the route names in the query from there, and the rest from the body', async () => {
    const body = { kind: 'box', count: 'of the body' }
    const counted = { name: 'things.count', input: { kind: 'box', count: '1' } }
    expect(await answer(request(app).post('/Thing?count=1').send(body))).toEqual(counted)
    const made = { name: 'things.make', input: { kind: 'box' } }
    expect(await answer(request(app).post('/Thing?kind=bag').send(body))).toEqual(made)
  })

  it('need no body when no field of it is required, but read one that is there', async () => {
    expect(await answer(request(app).put('/Thing/A'))).toEqual({ name: 'things.tag', input: { name: 'A' } })
    const tagged = { name: 'things.tag', input: { name: 'A', tag: 'x' } }
    expect(await answer(request(app).put('/Thing/A').send({ tag: 'x', name: 'A' }))).toEqual(tagged)
    expect((await request(app).put('/Thing/A').send({ name: 'B' })).status).toBe(400)
    expect((await request(app).put('/Thing/A').type('application/json').send('[')).status).toBe(400)
  })

  it('take HEAD as GET, and leave other methods and other numbers of segments to what comes after them', async () => {
    expect((await request(app).head('/Thing/Some')).status).toBe(200)
    expect((await request(app).options('/Thing/Some')).status).toBe(501)
    expect((await request(app).get('/Thing/Some/')).status).toBe(404)
  })

  it('name the methods of all patterns that a path fits', async () => {
    expect((await request(app).delete('/Thing/All')).headers.allow).toBe('GET, HEAD, PUT')
  })
})
