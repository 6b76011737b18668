import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { authorizeWarehouses } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { decimal, optional, parseInput } from '../../../shared/contract/core/fields.ts'
import {
  MAX_LINES,
  newLines,
  orderLineInput,
  orderNo,
  orderQuery,
} from '../../../shared/contract/orders/order-fields.ts'

const schema = z.object({
  poNo: optional(orderNo('order')),
  lines: newLines(orderLineInput({ price: optional(decimal()) })),
})
const line = { shortID: 'BOLT', units: 2, warehouse: 1 }

function detailsOf(input: unknown) {
  try {
    parseInput(schema, input)
  } catch (error) {
    return error instanceof AppError ? error.details : error
  }
  return undefined
}

test('a line has one name for its item and its warehouse, whichever the request used, and parsing it again changes nothing', () => {
  const parsed = parseInput(schema, {
    lines: [
      { itemID: ' BOLT ', units: 2, wid: 1, price: 0.5 },
      { ...line, itemID: 'BOLT', wid: 1 },
    ],
  })
  expect(parsed.lines).toEqual([{ ...line, price: 0.5 }, line])
  expect(parseInput(schema, JSON.parse(JSON.stringify(parsed)))).toEqual(parsed)
})

describe('details name', () => {
  test('each bad field of a line by the position of the line', () => {
    const lines = [
      line,
      { units: 0, lineNo: 0, warehouse: 1 },
      { ...line, itemID: 'NUT', wid: 2 },
      { ...line, price: -1 },
      5,
      { itemID: 'A', units: 1 },
    ]
    expect(detailsOf({ lines })).toEqual({
      'lines[1].units': ['The field lines[1].units must be greater than 0.'],
      'lines[1].lineNo': ['The field lines[1].lineNo must be 1 or greater.'],
      'lines[2].itemID': ['The field lines[2].itemID must be the same as shortID.'],
      'lines[2].wid': ['The field lines[2].wid must be the same as warehouse.'],
      'lines[3].price': ['The field lines[3].price must be 0 or greater.'],
      lines: ['The field lines must be an array of objects.'],
      'lines[5].warehouse': ['The lines[5].warehouse field is required.'],
    })
    expect(detailsOf({ lines: [{ units: 1 }] })).toEqual({
      'lines[0].shortID': ['The lines[0].shortID field is required.'],
      'lines[0].warehouse': ['The lines[0].warehouse field is required.'],
    })
  })

  test('an order without lines, and one with more lines than allowed, without naming each of them', () => {
    expect(detailsOf({})).toEqual({ lines: ['The lines field is required.'] })
    expect(detailsOf({ lines: [] })).toEqual({ lines: ['The field lines must have at least one line.'] })
    expect(detailsOf({ lines: Array.from({ length: MAX_LINES }, () => line) })).toBeUndefined()
    const tooMany = Array.from({ length: MAX_LINES + 1 }, () => ({}))
    expect(detailsOf({ lines: tooMany })).toEqual({ lines: ['The field lines must have at most 500 lines.'] })
  })

  test('an order number that is the path of a list', () => {
    expect(detailsOf({ poNo: 'All', lines: [line] })).toEqual({ poNo: ['The field poNo must not be "All".'] })
  })
})

test('a list of orders has at most 50 on a page', () => {
  const query = z.object(orderQuery('an order date', 'an order date'))
  expect(parseInput(query, { pageSize: '51' }).pageSize).toBe(50)
  expect(query.shape.pageSize.meta()?.description).toContain('more than 50 as 50')
})

describe('a warehouse scope', () => {
  const client = {
    kind: 'client',
    id: 'a',
    permissions: [],
    reports: [],
    warehouses: [1, 2],
    readOnly: false,
    active: true,
  } as const
  const check = (field: string, input: Record<string, unknown>) => () =>
    authorizeWarehouses({ access: 'client', effect: 'write', warehouses: [field] }, input, client)

  test('holds for the warehouse of every line', () => {
    const lines = [{ warehouse: 1 }, { warehouse: 2 }]
    expect(check('lines[].warehouse', { lines })).not.toThrow()
    expect(check('lines[].warehouse', { lines: [...lines, { warehouse: 3 }] })).toThrow('outside')
    expect(check('lines[].warehouse', {})).not.toThrow()
  })

  test('holds for every element of a list of warehouses', () => {
    expect(check('wids[]', { wids: [1, 2] })).not.toThrow()
    expect(check('wids[]', { wids: [1, 4] })).toThrow('outside')
  })
})
