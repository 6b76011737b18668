import { expect, test } from 'vitest'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'

function detailsOf(lines: unknown, mode: unknown = 'perLine') {
  try {
    parseInput(inventory.batch.input, { mode, lines })
  } catch (error) {
    return error instanceof AppError ? error.details : error
  }
  return undefined
}

test('a batch has 1 to 500 lines, and a mode', () => {
  const line = { action: 'receive', ...inventory.receive.example }
  const lines = (count: number) => Array.from({ length: count }, () => line)
  expect(detailsOf(lines(500))).toBeUndefined()
  expect(detailsOf(lines(501))).toEqual({ lines: ['The field lines must have at most 500 lines.'] })
  expect(detailsOf([])).toEqual({ lines: ['The field lines must have at least 1 line.'] })
  expect(detailsOf('many')).toEqual({ lines: ['The field lines must be a list of lines.'] })
  expect(detailsOf([line], 'both')).toEqual({ mode: ['The field mode must be atomic or perLine.'] })
})
