import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ServiceModel, simulate } from './simulation.ts'

/** What clients get that repeat at once. 18 s are counted, so that one transaction more or less hardly matters. */
const closed = (service: ServiceModel, clients: number) => simulate(service, { clients, seconds: 20, warmUpSeconds: 2 })

const receipts: ServiceModel = { transactionMs: 8, callMs: 2.5 }
const moves: ServiceModel = { transactionMs: 8, callMs: 5 }
const reads: ServiceModel = { transactionMs: 2, callMs: 0.4 }
const slowed = (service: ServiceModel, times: number): ServiceModel => ({ ...service, slowness: () => times })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe.each([
  ['receipts', receipts],
  ['moves', moves],
  ['reads', reads],
  ['reads on a machine that is ten times slower', slowed(reads, 10)],
  ['receipts on a machine that is twice as slow', slowed(receipts, 2)],
])('%s', (_, service) => {
  test('of 64 clients that repeat at once are never refused, also when the system is cold', async () => {
    const { refused, acceptedPerSecond } = await simulate(service, { clients: 64, seconds: 10 })
    expect(refused).toBe(0)
    expect(acceptedPerSecond).toBeGreaterThan(0)
  })

  test('of 256 and 1,024 clients that repeat at once are answered as often as those of 64', async () => {
    const few = await closed(service, 64)
    for (const clients of [256, 1_024]) {
      const many = await closed(service, clients)
      expect(many.acceptedPerSecond).toBeGreaterThan(0.9 * few.acceptedPerSecond)
      expect(many.acceptedP99Ms).toBeLessThan(1_000)
      expect(many.refusedMaxMs).toBeLessThan(1_000)
      expect(many.mostQueued).toBeLessThanOrEqual(clients)
    }
  })

  test('that arrive at 1, 2 and 10 times that rate are answered as often, within a second, or refused within one (R11)', async () => {
    const { acceptedPerSecond: capacity } = await closed(service, 64)
    for (const times of [1, 2, 10]) {
      const { acceptedPerSecond, acceptedP99Ms, refusedMaxMs } = await simulate(service, {
        perSecond: times * capacity,
        seconds: 10,
      })
      expect(acceptedPerSecond).toBeGreaterThan(0.8 * capacity)
      expect(acceptedP99Ms).toBeLessThan(1_000)
      expect(refusedMaxMs).toBeLessThan(1_000)
    }
  })
})

describe.each([
  ['receipts', receipts],
  ['moves', moves],
  ['reads on a machine that is ten times slower', slowed(reads, 10)],
  ['receipts on a machine that is twice as slow', slowed(receipts, 2)],
])('%s by several processes', (_, service) => {
  test.each([2, 3, 4])(
    'of 64 clients for each of %i are never refused, and each process adds its share',
    async (processes) => {
      const one = await simulate(service, { clients: 64, seconds: 10 })
      const all = await simulate({ ...service, processes }, { clients: 64 * processes, seconds: 10 })
      expect(all.refused).toBe(0)
      expect(all.acceptedPerSecond).toBeGreaterThan(0.8 * processes * one.acceptedPerSecond)
    },
  )
})

test.each([
  ['receipts', receipts],
  ['moves', moves],
])(
  '%s of 64 clients are never refused on a machine that is ten times slower, however long they take',
  async (_, service) => {
    const { refused, acceptedPerSecond } = await simulate(slowed(service, 10), { clients: 64, seconds: 30 })
    expect(refused).toBe(0)
    expect(acceptedPerSecond).toBeGreaterThan(0)
  },
)

test.each([
  ['receipts on a machine that is ten times slower', slowed(receipts, 10)],
  ['orders of many lines', { transactionMs: 40, callMs: 30 }],
])(
  '%s that arrive at ten times the capacity are answered within a second, or refused within one (R11)',
  async (_, service) => {
    const { acceptedPerSecond: capacity } = await simulate(service, { clients: 64, seconds: 20, warmUpSeconds: 4 })
    const load = { perSecond: 10 * capacity, seconds: 30, warmUpSeconds: 4 }
    const { acceptedPerSecond, acceptedP99Ms, refusedMaxMs } = await simulate(service, load)
    expect(acceptedPerSecond).toBeGreaterThan(0.75 * capacity)
    expect(acceptedP99Ms).toBeLessThan(1_000)
    expect(refusedMaxMs).toBeLessThan(1_000)
  },
)

test.each([256, 1_024])(
  'orders of many lines that %i clients repeat at once take at most a second (R11)',
  async (clients) => {
    const { acceptedP99Ms, refusedMaxMs } = await closed({ transactionMs: 40, callMs: 30 }, clients)
    expect(acceptedP99Ms).toBeLessThan(1_000)
    expect(refusedMaxMs).toBeLessThan(1_000)
  },
)

test('when half of the machine is taken away for a while, half of the receipts are done meanwhile, and all of them after', async () => {
  const halved = { ...receipts, slowness: (atMs: number) => (atMs > 10_000 && atMs < 20_000 ? 2 : 1) }
  const load = { perSecond: 1_000 }
  const whole = await simulate(receipts, { ...load, seconds: 30 })
  const taken = await simulate(halved, { ...load, seconds: 30 })
  expect(taken.acceptedPerSecond).toBeGreaterThan(0.9 * (5 / 6) * whole.acceptedPerSecond)
  expect(taken.acceptedP99Ms).toBeLessThan(1_000)
})

test('a service that stands still for two seconds is used in full soon after', async () => {
  const stopped = { ...receipts, slowness: (atMs: number) => (atMs > 5_000 && atMs < 7_000 ? 1e9 : 1) }
  const { acceptedPerSecond } = await simulate(stopped, { perSecond: 1_000, seconds: 20, warmUpSeconds: 9 })
  const { acceptedPerSecond: undisturbed } = await simulate(receipts, {
    perSecond: 1_000,
    seconds: 20,
    warmUpSeconds: 9,
  })
  expect(acceptedPerSecond).toBeGreaterThan(0.9 * undisturbed)
})
