import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../shared/process/log.ts'
import { createSteps, LONG_STEP_MS } from '../../../shared/process/run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createStart() {
  const lines: { waitsFor: string; seconds: number }[] = []
  const step = createSteps(createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) }))
  return { step, lines }
}

test('a start that hangs logs repeatedly what it waits for, until it continues', async () => {
  const { step, lines } = createStart()
  let resolve: (value: string) => void = () => undefined
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  const done = step('the database', () => promise)
  vi.advanceTimersByTime(2 * LONG_STEP_MS)
  expect(lines).toMatchObject([
    { waitsFor: 'the database', seconds: 10 },
    { waitsFor: 'the database', seconds: 20 },
  ])
  resolve('connected')
  expect(await done).toBe('connected')
  vi.advanceTimersByTime(LONG_STEP_MS)
  expect(lines).toHaveLength(2)
})

test('a step that fails ends the start, and is not logged later', async () => {
  const { step, lines } = createStart()
  await expect(step('the database', () => Promise.reject(new Error('too old')))).rejects.toThrow('too old')
  vi.advanceTimersByTime(LONG_STEP_MS)
  expect(lines).toEqual([])
})
