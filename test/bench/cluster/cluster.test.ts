import { expect, test } from 'vitest'
import { idleShare, parseMachineTime } from '../world/machine-idle.ts'
import { periodsAfter } from './new-process.ts'

test('the idle share is that of all processors, waiting for disks included, guests not counted twice', () => {
  const before = parseMachineTime('cpu  100 0 100 100 0 0 0 0 50 0\ncpu0 1 1 1 1\n')
  const after = parseMachineTime('cpu  150 0 110 130 5 0 0 5 90 0\n')
  expect(idleShare(before, after)).toBe(0.35)
})

test('the periods of a new process begin when it is ready; those that the load did not reach are left out', () => {
  const perSecond = [...Array.from({ length: 9 }, () => 10), ...Array.from({ length: 11 }, () => 20)]
  expect(periodsAfter(perSecond, 8.6)).toEqual([
    { from: 0, to: 5, perSecond: 20 },
    { from: 5, to: 10, perSecond: 20 },
  ])
})
