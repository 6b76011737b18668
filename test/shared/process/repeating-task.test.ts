import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRepeatingTask } from '../../../shared/process/repeating-task.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'

const AN_HOUR_MS = 3_600_000

/** Resolves with the signal of each run in turn; `run` returns what `answer` says for that run. */
function countedRuns(answer: (run: number) => Promise<unknown>) {
  const waiting: (() => void)[] = []
  const signals: AbortSignal[] = []
  return {
    signals,
    async run(signal: AbortSignal) {
      signals.push(signal)
      for (const notify of waiting.splice(0)) notify()
      return answer(signals.length)
    },
    async reached(runs: number) {
      while (signals.length < runs) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

test('a run that fails is logged, and the task goes on', async () => {
  const { log, lines } = createCapturedLog()
  const runs = countedRuns(async (run) => {
    if (run === 2) throw new Error('no connection')
  })
  await using _task = createRepeatingTask(runs.run, { intervalMs: 1, log, failure: 'Could not sweep' })
  await runs.reached(4)
  expect(lines).toMatchObject([{ level: 40, msg: 'Could not sweep', err: { message: 'no connection' } }])
})

test('a run that has more work is followed at once; others by the interval, which disposal ends', async () => {
  const { log } = createCapturedLog()
  const runs = countedRuns(async (run) => run < 3)
  const first = createRepeatingTask(runs.run, { intervalMs: 100, log, failure: '' })
  await runs.reached(1)
  await nextTurn()
  expect(runs.signals).toHaveLength(3)
  await first[Symbol.asyncDispose]()
  const idle = countedRuns(async () => undefined)
  const second = createRepeatingTask(idle.run, { intervalMs: AN_HOUR_MS, log, failure: '' })
  await second[Symbol.asyncDispose]()
  expect(idle.signals).toEqual([])
})

test('disposal aborts the signal and waits for the run under way, which is the last', async () => {
  const { log } = createCapturedLog()
  let end = () => {}
  const runs = countedRuns(
    () =>
      new Promise<boolean>((resolve) => {
        end = () => resolve(true)
      }),
  )
  const task = createRepeatingTask(runs.run, { intervalMs: 0, log, failure: '' })
  await runs.reached(1)
  let isDisposed = false
  const disposed = task[Symbol.asyncDispose]().then(() => {
    isDisposed = true
  })
  await nextTurn()
  expect([runs.signals[0]?.aborted, isDisposed]).toEqual([true, false])
  end()
  await disposed
  expect(runs.signals).toHaveLength(1)
})

test('wake ends the present pause, and the next one if a run is under way', async () => {
  const { log } = createCapturedLog()
  const runs = countedRuns(async (run) => {
    if (run === 1) task.wake()
  })
  await using task = createRepeatingTask(runs.run, { intervalMs: AN_HOUR_MS, log, failure: '' })
  task.wake()
  await runs.reached(2)
  await nextTurn()
  expect(runs.signals).toHaveLength(2)
  task.wake()
  await runs.reached(3)
})

test('a run sets the pause after it by resolving to milliseconds', async () => {
  const { log } = createCapturedLog()
  const runs = countedRuns(async (run) => (run < 3 ? 1 : AN_HOUR_MS))
  await using task = createRepeatingTask(runs.run, { intervalMs: AN_HOUR_MS, log, failure: '' })
  task.wake()
  await runs.reached(3)
  expect(runs.signals).toHaveLength(3)
})
