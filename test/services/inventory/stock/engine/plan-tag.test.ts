import { expect, test, vi } from 'vitest'
import type { Numbers, Plan, StockView } from '../../../../../services/inventory/stock/engine/plan.ts'
import { bindPlan } from '../../../../../services/inventory/stock/engine/plan-tag.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'

const CREATED = new Date('2026-01-31T09:30:00.100Z')
const numbers = {} as Numbers

/** A change of one document, which each write marks with its time. */
const changing =
  (status: string): Plan<string> =>
  async ({ now }) => {
    const before = { _id: 1, version: 1, status: 'open', closed: null, modified: CREATED }
    const after = { ...before, version: 2, status, closed: now, modified: now }
    return { entries: [], records: [{ name: 'Order', id: 1, before, after }], result: status }
  }
const at = (moment: string) => ({ now: new Date(moment) }) as StockView

const request = (planMatch?: string) => ({
  operation: inventory.receive,
  input: {},
  context: { caller: undefined, ...(planMatch !== undefined && { planMatch }) },
})
const tagAt = async (moment: string, plan: Plan<string>) =>
  (await bindPlan(request())(plan)(at(moment), numbers)).tag?.()

test('an effect has the same tag at any time, also within the moment of the change before', async () => {
  const planned = await tagAt('2026-01-31T09:30:00.100Z', changing('closed'))
  expect(await tagAt('2026-01-31T09:30:00.900Z', changing('closed'))).toBe(planned)
  expect(await tagAt('2026-01-31T09:31:00.000Z', changing('closed'))).toBe(planned)
  const bound = bindPlan(request(planned))(changing('closed'))
  expect((await bound(at('2026-01-31T09:31:00.000Z'), numbers)).result).toBe('closed')
})

test('another change of a document has another tag', async () => {
  const planned = await tagAt('2026-01-31T09:30:00.900Z', changing('closed'))
  const bound = bindPlan(request(planned))(changing('canceled'))
  await expect(bound(at('2026-01-31T09:30:00.900Z'), numbers)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The request would not do what was planned. Its lots are the same, its documents or other fields are not.',
  })
})

test('a write without a plan makes no digest', async () => {
  const input = { toJSON: vi.fn<() => object>(() => ({})) }
  const effect = await bindPlan({ ...request(), input })(changing('closed'))(at('2026-01-31T09:30:00.100Z'), numbers)
  expect(input.toJSON).not.toHaveBeenCalled()
  effect.tag?.()
  expect(input.toJSON).toHaveBeenCalledOnce()
})
