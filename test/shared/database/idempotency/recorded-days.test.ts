import { expect, test } from 'vitest'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../shared/database/idempotency/idempotency-record.ts'
import { aContext } from '../counted-writes.ts'

const fingerprintOf = (operation: Operation, input: object) => toEntry(operation, input, aContext()).fingerprint
const [day, midnight] = ['2031-01-31', '2031-01-31T00:00:00.000Z']

test.each([
  ['of a receipt', inventory.receive, (expires: string) => ({ itemID: 'BOLT', expires })],
  ['of a line of a batch', inventory.batch, (expires: string) => ({ lines: [{ action: 'receive', expires }] })],
  ['of an imported movement', inventory.receive, (at: string) => ({ at, type: 'receive' })],
  ['of an amendment', inventory.amend, (received: string) => ({ recno: 1, received })],
])('a day %s is recorded as an earlier version recorded it', (_, operation, inputOf) => {
  expect(fingerprintOf(operation, inputOf(day))).toBe(fingerprintOf(operation, inputOf(midnight)))
  expect(fingerprintOf(operation, inputOf('2031-02-01'))).not.toBe(fingerprintOf(operation, inputOf(midnight)))
})

test('the day that a move looks for is recorded as it is given', () => {
  const inputOf = (received: string) => ({ itemID: 'BOLT', received })
  expect(fingerprintOf(inventory.move, inputOf(day))).not.toBe(fingerprintOf(inventory.move, inputOf(midnight)))
})

test('a text that only looks like a date stays what it is', () => {
  const inputOf = (remark: string) => ({ itemID: 'BOLT', remark })
  expect(fingerprintOf(inventory.receive, inputOf(`"expires":"${day}"`))).not.toBe(
    fingerprintOf(inventory.receive, inputOf(`"expires":"${midnight}"`)),
  )
})
