import { expect, test } from 'vitest'
import { createDoLines } from '../../../../../services/inventory/stock/batch/do-lines.ts'
import type { Line } from '../../../../../services/inventory/stock/batch/lines.ts'
import { AppError, serviceUnavailable } from '../../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'

type Fails = Readonly<Record<number, Error>>

/** Does six lines of two items by turns, of which some fail; answers the status of each. */
async function doSix(
  options: Parameters<typeof createDoLines>[1],
  { preparing = {}, planning = {} }: Record<string, Fails>,
) {
  const context = {
    ...{ requestId: 'r', attempt: 'a', hasClientKey: true, deadline: Date.now() + 60_000 },
    ...{ log: createCapturedLog().log, answer: {} },
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
  const onceEach = (writes: readonly unknown[], effect: (entry: unknown, index: number) => Promise<unknown>) =>
    Promise.allSettled(writes.map(async (write, index) => effect(write, index)))
  const doLines = createDoLines({ engine: { change }, idempotency: { onceEach } } as never, options)
  const settled = lines.map((value: Line) => ({ status: 'fulfilled', value }) as const)
  return (await doLines(settled, context)).results.map(({ status }) => status)
}

const refused = new AppError('conflict', 'Insufficient stock.')

test('each line of a batch is done for itself, whatever becomes of the others', async () => {
  expect(await doSix({}, { preparing: { 1: serviceUnavailable() }, planning: { 2: refused } })).toEqual([
    200, 504, 409, 200, 200, 200,
  ])
})

test('of lines in order, none is done after one whose outcome is not known, and those after a refused one are', async () => {
  const inOrder = { isInOrder: true }
  expect(await doSix(inOrder, { planning: { 2: refused } })).toEqual([200, 200, 409, 200, 200, 200])
  expect(await doSix(inOrder, { preparing: { 2: serviceUnavailable() } })).toEqual([200, 200, 504, 504, 504, 504])
  expect(await doSix(inOrder, { planning: { 0: new Error('lost') } })).toMatchObject({ 0: 500, 2: 504, 4: 504 })
})
