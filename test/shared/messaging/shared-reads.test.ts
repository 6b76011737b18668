import { describe, expect, test } from 'vitest'
import type { Caller, WarehouseScope } from '../../../shared/contract/core/access.ts'
import { shareReads } from '../../../shared/messaging/rpc/shared-reads.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { createLog } from '../../../shared/process/log.ts'
import { createMemoryBroker } from '../../support/memory-broker.ts'
import { callOver, probe, refusal, serveProbe } from '../../support/probe.ts'

const client = (id: string, warehouses: WarehouseScope): Caller => ({
  kind: 'client',
  id,
  permissions: [11],
  warehouses,
  readOnly: false,
  active: true,
})

const by = (caller: Caller, deadline = Date.now() + 5_000): CallContext => ({
  requestId: `of ${caller.id}`,
  deadline,
  operationId: 'o',
  hasClientKey: false,
  attempt: 'a',
  token: caller.id,
  caller,
  answer: {},
  log: createLog('test', 'silent'),
})

/** Runs of a read, each of which ends when it is told to. */
function controlledRuns() {
  const begun: { body: string; context: CallContext; end(answer: string): void; fail(error: Error): void }[] = []
  const waiting: (() => void)[] = []
  const ask = shareReads(
    (body, context) =>
      new Promise<string>((end, fail) => {
        begun.push({ body, context, end, fail })
        for (const go of waiting.splice(0)) go()
      }),
  )
  const nth = async (n: number) => {
    for (;;) {
      const one = begun[n - 1]
      if (one) return one
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return { begun, ask, nth }
}

const anna = client('anna', [1, 2])
const bert = client('bert', [1, 2])

describe('equal reads', () => {
  test('of callers who see the same warehouses run once', async () => {
    const { begun, ask, nth } = controlledRuns()
    const answers = Promise.all([ask('page 1', by(anna)), ask('page 1', by(bert)), ask('page 1', by(anna))])
    ;(await nth(1)).end('bolts')
    expect(await answers).toEqual(['bolts', 'bolts', 'bolts'])
    expect(begun).toHaveLength(1)
  })

  test('that come after a run has begun get one of their own, so that they see what was done before they were sent', async () => {
    const { ask, nth } = controlledRuns()
    let stock = 1
    const first = ask('stock', by(anna))
    const running = await nth(1)
    const before = String(stock)
    stock = 2
    const second = Promise.all([ask('stock', by(anna)), ask('stock', by(bert))])
    running.end(before)
    expect(await first).toBe('1')
    ;(await nth(2)).end(String(stock))
    expect(await second).toEqual(['2', '2'])
  })

  test('run with the deadline of whoever waits longest, and with nothing of a caller but the warehouses', async () => {
    const { ask, nth } = controlledRuns()
    const late = Date.now() + 9_000
    const answers = Promise.all([ask('page 1', by(anna)), ask('page 1', by(bert, late))])
    const run = await nth(1)
    run.end('bolts')
    await answers
    expect(run.context.deadline).toBe(late)
    expect(run.context.caller).toEqual({ ...client('', [1, 2]), permissions: [], readOnly: true })
    expect(run.context.token).toBeUndefined()
  })

  test('all fail if their run fails, and the next one is a new one', async () => {
    const { ask, nth } = controlledRuns()
    const answers = Promise.allSettled([ask('page 1', by(anna)), ask('page 1', by(bert))])
    ;(await nth(1)).fail(new Error('away'))
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = ask('page 1', by(anna))
    ;(await nth(2)).end('bolts')
    expect(await next).toBe('bolts')
  })
})

test.each<[string, [string, Caller], [string, Caller]]>([
  ['other warehouses', ['page 1', anna], ['page 1', client('carl', [1])]],
  ['all warehouses', ['page 1', anna], ['page 1', client('dora', 'all')]],
  ['none', ['page 1', anna], ['page 1', client('emil', [])]],
  ['another input', ['page 1', anna], ['page 2', anna]],
])('reads for %s do not share', async (_, [oneBody, one], [otherBody, other]) => {
  const { ask, nth } = controlledRuns()
  const answers = Promise.all([ask(oneBody, by(one)), ask(otherBody, by(other))])
  ;(await nth(1)).end('of one')
  ;(await nth(2)).end('of the other')
  expect(await answers).toEqual(['of one', 'of the other'])
})

describe('a service', () => {
  test('runs equal calls of a shareable operation once, and others as often as they are called', async () => {
    const broker = createMemoryBroker()
    const runs = { shared: 0, look: 0 }
    const count = (kind: keyof typeof runs) => async (input: { word: string }) => {
      runs[kind]++
      return input
    }
    await serveProbe(broker, { shared: count('shared'), look: count('look') })
    for (const operation of [probe.shared, probe.look]) {
      const words = await Promise.all(
        ['anna', 'bert', 'anna'].map((who) => callOver(broker, who)(operation, { word: 'x' })),
      )
      expect(words).toEqual([{ word: 'x' }, { word: 'x' }, { word: 'x' }])
    }
    expect(runs).toEqual({ shared: 1, look: 3 })
  })

  test('logs the failure of a shared run for each request', async () => {
    const broker = createMemoryBroker()
    const { lines } = await serveProbe(broker, { shared: () => Promise.reject(new Error('a bug')) })
    const ask = (requestId: string) => refusal(callOver(broker)(probe.shared, { word: 'x' }, { requestId }))
    const errors = await Promise.all([ask('r-1'), ask('r-2')])
    expect(errors.map(({ code }) => code)).toEqual(['internal_error', 'internal_error'])
    expect(lines.filter(({ level }) => level >= 50).map(({ requestId }) => requestId)).toEqual(['r-1', 'r-2'])
  })

  test('checks the permission of each who shares', async () => {
    const broker = createMemoryBroker()
    await serveProbe(broker)
    const call = callOver(broker)
    const answers = await Promise.allSettled([
      call(probe.shared, { word: 'x' }),
      callOver(broker, 'nobody')(probe.shared, { word: 'x' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})
