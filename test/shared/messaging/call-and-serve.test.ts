import { describe, expect, test } from 'vitest'
import { AppError, keyIsRunning } from '../../../shared/contract/core/errors.ts'
import type { Broker, RpcReply } from '../../../shared/messaging/broker.ts'
import { callOver, probe, refusal, serveProbe } from '../../support/checks/probe.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'

describe('a call', () => {
  test('is answered with the checked output of its handler', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker, { look: async () => JSON.parse('{"word":"bolt","secret":"not in the contract"}') })
    expect(await callOver(broker)(probe.look, { word: 'x' })).toEqual({ word: 'bolt' })
  })

  test('of an input that does not fit is refused with every bad field, and no handler sees it', async () => {
    const broker = createMemoryBroker()
    let calls = 0
    await serveProbe(broker, {
      look: async (input) => {
        calls++
        return input
      },
    })
    const error = await refusal(callOver(broker)(probe.look, JSON.parse('{"word":5}')))
    expect(error).toMatchObject({ code: 'validation_error', message: 'Model validation failed.' })
    expect(error.details).toHaveProperty('word')
    expect(calls).toBe(0)
  })

  test('carries a declared error with its message', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker, {
      change: () => Promise.reject(new AppError('conflict', 'It is taken.')),
    })
    const error = await refusal(callOver(broker)(probe.change, { word: 'x' }))
    expect(error).toMatchObject({ code: 'conflict', message: 'It is taken.', status: 409 })
  })

  test('that its Idempotency-Key refuses has the reason, which the error object lacks', async () => {
    const broker = createMemoryBroker()
    const replies: RpcReply[] = []
    const request: Broker['request'] = async (...given) => {
      const reply = await broker.request(...given)
      replies.push(reply)
      return reply
    }
    await serveProbe(broker, { change: () => Promise.reject(keyIsRunning()) })
    const error = await refusal(callOver({ ...broker, request })(probe.change, { word: 'x' }))
    expect(error).toMatchObject({ code: 'conflict', reason: 'key_running' })
    const { message } = keyIsRunning()
    expect(replies.map(({ body }) => JSON.parse(body.toString()))).toEqual([
      { statusCode: 409, error: 'conflict', message },
    ])
  })

  test.each([
    ['an error that the operation does not declare', new AppError('not_found', 'No such secret thing')],
    ['a bug', new TypeError('secret is undefined')],
  ])('that ends with %s is answered with internal_error, and the log says once why', async (_, thrown) => {
    const broker = createMemoryBroker()
    const { lines } = await serveProbe(broker, { change: () => Promise.reject(thrown) })
    const error = await refusal(callOver(broker)(probe.change, { word: 'x' }, { requestId: 'r-1' }))
    expect(error).toMatchObject({ code: 'internal_error', message: 'An unexpected error occurred.' })
    const complaints = lines.filter(({ level }) => level >= 50)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatchObject({ requestId: 'r-1', operation: 'probe.change' })
    expect(JSON.stringify(complaints[0])).toContain(thrown.message)
  })

  test('that cannot be done now is refused as such', async () => {
    const broker = createMemoryBroker()
    const away = new Error('the database is away')
    await serveProbe(broker, { change: () => Promise.reject(away) }, (error) => error === away)
    const error = await refusal(callOver(broker)(probe.change, { word: 'x' }))
    expect(error.code).toBe('service_unavailable')
  })

  test('whose answer is too long for a message is refused if it is a read, and a bug if it is a write', async () => {
    const broker = createMemoryBroker()
    const long = async () => ({ word: 'x'.repeat(16_000_000) })
    const { lines } = await serveProbe(broker, { look: long, change: long })
    const error = await refusal(callOver(broker)(probe.look, { word: 'x' }))
    const message = 'The response is longer than 15 MiB. Ask for less: a smaller page, or a narrower filter.'
    expect(error).toMatchObject({ code: 'bad_request', message })
    expect((await refusal(callOver(broker)(probe.change, { word: 'x' }))).code).toBe('internal_error')
    expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1)
  })

  test('that may not be started any more is refused as late, and no handler sees it', async () => {
    const broker = createMemoryBroker()
    const replies: RpcReply[] = []
    const request: Broker['request'] = async (...given) => {
      const reply = await broker.request(...given)
      replies.push(reply)
      return reply
    }
    let calls = 0
    await serveProbe(broker, {
      change: async (input) => {
        calls++
        return input
      },
    })
    const call = callOver({ ...broker, request })
    const error = await refusal(call(probe.change, { word: 'x' }, { startDeadline: Date.now() }))
    expect(error.code).toBe('service_unavailable')
    expect(replies).toMatchObject([{ error: 'service_unavailable', late: true }])
    expect(calls).toBe(0)
  })

  test('with a broken output is a bug of the service', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker, { look: async () => JSON.parse('{}') })
    expect((await refusal(callOver(broker)(probe.look, { word: 'x' }))).code).toBe('internal_error')
  })

  test('of an unknown operation is refused', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker)
    const unknown = { ...probe.look, name: 'probe.unheardOf' }
    expect((await refusal(callOver(broker)(unknown, { word: 'x' }))).code).toBe('bad_request')
  })

  test.each(['', '{', 'nonsense', '[', '\u0000'])('with the body %j is refused as malformed', async (body) => {
    const broker = createMemoryBroker()
    const { lines } = await serveProbe(broker)
    const reply = await broker.request('probe', {
      operation: 'probe.look',
      context: aContext(),
      body: Buffer.from(body),
    })
    expect(reply.error).toBe('bad_request')
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })

  test.each(['null', '5', '[]', '"text"'])('with the body %s, which is no object, is refused', async (body) => {
    const broker = createMemoryBroker()
    await serveProbe(broker)
    const reply = await broker.request('probe', {
      operation: 'probe.look',
      context: aContext(),
      body: Buffer.from(body),
    })
    expect(reply.error).toBe('validation_error')
  })

  test.each([-1, 5, Number.NaN])('that arrives %d ms before its deadline is not begun', async (leftMs) => {
    const broker = createMemoryBroker()
    let calls = 0
    await serveProbe(broker, {
      change: async (input) => {
        calls++
        return input
      },
    })
    const context = { ...aContext(), deadline: Date.now() + leftMs }
    const reply = await broker.request('probe', {
      operation: 'probe.change',
      context,
      body: Buffer.from('{"word":"x"}'),
    })
    expect([reply.error, calls]).toEqual(['service_unavailable', 0])
  })

  test('is checked again in the service: token, permission, warehouse', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker)
    const ask = async (context: object, body = '{"wid":1}') => {
      const request = { operation: 'probe.guarded', context: { ...aContext(), ...context }, body: Buffer.from(body) }
      return (await broker.request('probe', request)).error
    }
    expect(await ask({})).toBe('unauthorized')
    expect(await ask({ token: 'anna' })).toBeUndefined()
    expect(await ask({ token: 'anna' }, '{"wid":2}')).toBe('forbidden')
  })
})

const aContext = () => ({
  requestId: 'r',
  deadline: Date.now() + 5_000,
  operationId: 'o',
  hasClientKey: false,
  attempt: 'a',
})
