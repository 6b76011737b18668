import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld(['gateway'])
})
afterAll(() => world[Symbol.asyncDispose]())

test('the system knows why a key refuses a line of a batch; clients get the message alone', async () => {
  const shortID = await world.newItem()
  const [first, second] = [unique('line'), unique('line')]
  const linesOf = (units: number) => [
    { action: 'receive' as const, itemID: shortID, units: 1, wid: 1, reasonCode: 10, key: first },
    { action: 'receive' as const, itemID: shortID, units, wid: 1, reasonCode: 10, key: second },
  ]
  const batch = (units: number) => world.call(inventory.batch, { mode: 'perLine', lines: linesOf(units) })
  await batch(1)
  const refusal = {
    statusCode: 409,
    error: 'conflict',
    message: 'This Idempotency-Key was used with another request.',
  }
  const { results } = await batch(2)
  expect(results[1]).toEqual({ status: 409, error: { ...refusal, reason: 'key_used' } })
  expect(results[0]).toMatchObject({ status: 201, replayed: true })
  const lines = (units: number) => linesOf(units).map((line) => ({ ...line, key: `${line.key}-client` }))
  const { api } = await world.system.createClient()
  await api.inventory.batch({ mode: 'perLine', lines: lines(1) })
  const { body } = await api.inventory.batch({ mode: 'perLine', lines: lines(2) })
  expect(body.results[1]).toEqual({ status: 409, error: refusal })
})
