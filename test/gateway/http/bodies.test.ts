import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_DEPTH } from '../../../gateway/http/body.ts'
import { shareSystem } from '../../support/shared/systems.ts'
import type { TestClient, TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient

beforeAll(async () => {
  system = await shareSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient()
})

const post = async (path: string, body: string) => {
  const { status, body: answer } = await client.api.raw('POST', path).type('application/json').send(body)
  return { status, error: answer.error, details: answer.details, message: answer.message }
}

describe('A field of the path that the body repeats', () => {
  const reverse = (transactionNo: unknown) =>
    post('/Inventory/Transactions/1/Reverse', JSON.stringify({ transactionNo, remark: 7 }))
  const wrong = ['The field remark must be a string.']

  it.each([1, '1', null, ''])('may have the same value, or none: %j', async (given) => {
    expect(await reverse(given)).toMatchObject({ status: 400, details: { remark: wrong } })
  })

  it.each([[2], [true], [[1]], [{}], [{ toString: 1 }]])('is refused with another value: %j', async (given) => {
    expect(await reverse(given)).toMatchObject({
      status: 400,
      error: 'validation_error',
      details: { transactionNo: ['The field transactionNo must be that of the path.'] },
    })
  })
})

describe('A body that nests', () => {
  /** Lists within a list within an object. */
  const nested = (depth: number, innermost = '') =>
    `{"mode":"perLine","lines":${'['.repeat(depth - 1)}${innermost}${']'.repeat(depth - 1)}}`
  const tooDeep = {
    status: 400,
    error: 'bad_request',
    message: `The body must not nest deeper than ${MAX_DEPTH} levels.`,
  }

  it('deeper than 64 levels is refused, however deep it is', async () => {
    expect(MAX_DEPTH).toBe(64)
    for (const depth of [MAX_DEPTH + 1, 5_000, 50_000])
      expect(await post('/Inventory/Batch', nested(depth)), String(depth)).toMatchObject(tooDeep)
    expect(await post('/Inventory/Receive', `{"a":${nested(MAX_DEPTH)}}`)).toMatchObject(tooDeep)
  })

  it('up to that depth is read; brackets within a text do not count', async () => {
    const innermost = JSON.stringify(`\\"${'['.repeat(100)}`)
    expect(await post('/Inventory/Receive', nested(MAX_DEPTH, innermost))).toMatchObject({ error: 'validation_error' })
  })
})
