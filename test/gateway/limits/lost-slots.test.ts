import { expect, it, onTestFinished, vi } from 'vitest'
import { startStubGateway } from '../../support/system/stub-gateway.ts'

/** Longer than any call and its margin. */
const AFTER_EVERY_CALL_MS = 300_000
/** Longer than a loss is shown. */
const LATER_MS = 600_001

/** Lets a clock be put forward, until the end of the test. */
function movable(clock: { now(): number }) {
  const now = clock.now.bind(clock)
  let ahead = 0
  const moved = vi.spyOn(clock, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => moved.mockRestore())
  return {
    putForward(ms: number) {
      ahead += ms
    },
  }
}

it('a slot that is not given back is taken back, logged, counted, and reported by readiness for 10 minutes (R16)', async () => {
  const [epoch, uptime] = [movable(Date), movable(performance)]
  const gateway = await startStubGateway()
  const { health } = gateway.monitor
  health.enter('started')
  const labels = { target: 'inventory', effect: 'read' }
  const inFlight = () => gateway.figure('inventory_concurrency_in_flight', labels)
  const lost = () => gateway.figure('inventory_concurrency_lost_total', labels)
  const answer = gateway.send('GET', '/Inventory')
  await expect.poll(inFlight).toBe(1)
  expect([await lost(), await health.report()]).toMatchObject([0, { ready: true, notReady: [], degraded: [] }])

  for (const clock of [epoch, uptime]) clock.putForward(AFTER_EVERY_CALL_MS)
  const reason = '1 slots were not given back and had to be taken back: this is a bug.'
  const degraded = { ready: true, notReady: [], degraded: [{ name: 'concurrency-limit', reason }] }
  expect(await health.report()).toMatchObject(degraded)
  expect([await lost(), await inFlight()]).toEqual([1, 0])
  expect(gateway.lines).toContainEqual(
    expect.objectContaining({
      level: 50,
      ...labels,
      msg: 'A slot of the concurrency limit was not given back; it was taken back',
    }),
  )

  gateway.open()
  expect((await answer).status).toBe(200)
  expect([await lost(), await inFlight()]).toEqual([1, 0])
  for (const clock of [epoch, uptime]) clock.putForward(LATER_MS)
  expect((await health.report()).degraded).toEqual([])
  expect(await lost()).toBe(1)
})
