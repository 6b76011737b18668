import { expect, test } from 'vitest'
import { type Comparison, withTrials } from './results.ts'

const shedding = { acceptedMicros: 200, refusedMicros: 50, refused: 1_000 }
const refused = { allowedMicros: 100, allowedRedisMicros: 10, refusedMicros: 20, redisCommands: 0, refused: 9 }
const run = (at: string, trials: Comparison['trials']): Comparison => ({
  ...{ at, machine: 'two processors', settings: 'five rounds', contestants: [], rows: [], trials },
})

test('a run of some trials replaces them in the saved comparison, and says when it was measured', () => {
  const saved = run('2026-11-01', { refused, shedding })
  const later = run('2026-11-02', { shedding: { ...shedding, refusedMicros: 60 } })
  const again = run('2026-11-03', { refused: { ...refused, refusedMicros: 30 } })
  expect(withTrials(withTrials(saved, later), again)).toMatchObject({
    at: '2026-11-01',
    trials: { refused: { refusedMicros: 30 }, shedding: { refusedMicros: 60 } },
    ownRuns: { shedding: { at: '2026-11-02' }, refused: { at: '2026-11-03' } },
  })
})
