import { describe, expect, test } from 'vitest'
import { createDoLines } from '../../../../../services/inventory/stock/batch/do-lines.ts'
import type { Line } from '../../../../../services/inventory/stock/batch/lines.ts'
import { AppError, serviceUnavailable } from '../../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'

type Effect = (entry: unknown, index: number, refused: ReadonlySet<number>) => Promise<unknown>
type Fails = Readonly<Record<number, Error>>

/** Does six lines of two items by turns, of which some fail; answers the status of each. */
async function doSix(
  itemNames: readonly string[] | undefined,
  { preparing = {}, planning = {} }: Record<string, Fails>,
) {
  const context = {
    ...{ requestId: 'r', attempt: 'a', hasClientKey: true, deadline: Date.now() + 60_000 },
    ...{ log: createCapturedLog().log, reply: {} },
  } as unknown as CallContext
  const lines = Array.from({ length: 6 }, (_, index) => {
    const fail = (fails: Fails) => {
      const error = fails[index]
      if (error) throw error
    }
    const prepare = async () => {
      fail(preparing)
      return { partNos: [index % 2], plan: async () => fail(planning) }
    }
    const operation = inventory.issue
    return { action: 'issue', operation, input: {}, context: { ...context, operationId: `${index}` }, prepare } as never
  })
  // Writes of an item are done one after the other, as the engine does them.
  const last = new Map<number, Promise<unknown>>()
  const change = ([partNo = 0]: number[], _entry: unknown, plan: () => Promise<unknown>) => {
    const done = (last.get(partNo) ?? Promise.resolve()).then(plan, plan)
    last.set(partNo, done)
    return done
  }
  const onceEach = (writes: readonly unknown[], effect: Effect) =>
    Promise.allSettled(writes.map(async (write, index) => effect(write, index, new Set())))
  const doLines = createDoLines({ engine: { change }, idempotency: { onceEach } } as never)
  const settled = lines.map((value: Line) => ({ status: 'fulfilled', value }) as const)
  return (await doLines(settled, context, itemNames)).results.map(({ status }) => status)
}

const refused = new AppError('conflict', 'Insufficient stock.')

test('each line of a batch is done for itself, whatever becomes of the others', async () => {
  expect(await doSix(undefined, { preparing: { 1: serviceUnavailable() }, planning: { 2: refused } })).toEqual([
    200, 504, 409, 200, 200, 200,
  ])
})

describe('of lines in order', () => {
  const names = ['even', 'odd', 'even', 'odd', 'alias of even', 'odd']

  test('none is done after one whose outcome is not known', async () => {
    expect(await doSix(names, { preparing: { 2: serviceUnavailable() } })).toEqual([200, 200, 504, 504, 504, 504])
    expect(await doSix(names, { planning: { 0: new Error('lost') } })).toMatchObject({ 0: 500, 2: 504, 4: 504 })
  })

  test('none of the same item is done after a refused one, whether that was prepared or not', async () => {
    expect(await doSix(names, { planning: { 2: refused } })).toEqual([200, 200, 409, 200, 400, 200])
    expect(await doSix(names, { preparing: { 1: refused } })).toEqual([200, 409, 200, 400, 200, 400])
  })
})
