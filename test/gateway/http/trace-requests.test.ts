import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callOver, probe, serveProbe } from '../../support/checks/probe.ts'
import { unique } from '../../support/records/factories.ts'
import { connectBroker } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'], logLevel: 'debug' })
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

/** The trace ids that the gateway's and the service's lines about one request have. */
async function tracesOf(traceparent?: string): Promise<unknown[]> {
  const requestId = unique('R')
  const request = client.api.raw('GET', '/Item?key=NO-SUCH-ITEM').set('X-Request-Id', requestId)
  if (traceparent !== undefined) request.set('traceparent', traceparent)
  expect((await request).status).toBe(404)
  const linesOf = (msg: string) => system.logLines.filter((line) => line.requestId === requestId && line.msg === msg)
  await expect.poll(() => linesOf('Request')).toHaveLength(1)
  const lines = [...linesOf('A request was refused'), ...linesOf('Request')]
  expect(lines).toHaveLength(2)
  return [...new Set(lines.map(({ traceId }) => traceId))]
}

describe('The trace of a request', () => {
  test.each([
    ['sampled', `00-${TRACE}-b7ad6b7169203331-01`],
    ['not sampled', `00-${TRACE}-b7ad6b7169203331-00`],
    ['of a later version, with more to say', `cc-${TRACE}-b7ad6b7169203331-01-what-the-future-will-be-like`],
  ])('that is %s goes on in the gateway and in the service', async (_what, traceparent) => {
    expect(await tracesOf(traceparent)).toEqual([TRACE])
  })

  test.each([
    ['missing', undefined],
    ['of no form', 'nonsense'],
    ['in capitals', `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`],
    ['without an id', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['without a parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['of the forbidden version', `ff-${TRACE}-b7ad6b7169203331-01`],
    ['of version 00 with more', `00-${TRACE}-b7ad6b7169203331-01-more`],
  ])('that is %s is a new one, the same in both', async (_what, traceparent) => {
    const [traceId, ...others] = await tracesOf(traceparent)
    expect(others).toEqual([])
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(traceId).not.toMatch(new RegExp(`^(${TRACE}|0+)$`))
  })

  test('goes with a call from one service to another', async () => {
    const { broker } = await connectBroker(uniqueSystem())
    const seen: unknown[] = []
    const serving = await serveProbe(broker, {
      look: async (input, { traceparent }) => {
        seen.push(traceparent)
        return input
      },
    })
    onTestFinished(() => serving[Symbol.asyncDispose]())
    const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
    await callOver(broker)(probe.look, { word: 'x' }, { traceparent })
    await callOver(broker)(probe.look, { word: 'x' })
    expect(seen).toEqual([traceparent, undefined])
  })
})
