import { expect, test } from 'vitest'
import { createPostCount } from '../../../../../services/inventory/documents/count/post-count.ts'
import { createRegistries } from '../../../../../services/inventory/masters/registries.ts'
import { createLotModel } from '../../../../../services/inventory/stock/lots/lot.model.ts'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { keep } from '../../../../support/keep.ts'
import { connectInventory } from '../../migrations/planted-numbers.ts'
import { startStockWorld } from '../../stock-world.ts'
import { startCountWorld } from './count-world.ts'

/** More than one transaction posts. */
const SPOTS = Array.from({ length: 30 }, (_, index) => `S-${index}`)

test('a refusal after the first lines are posted is answered 504, one before that as it is', async () => {
  const world = keep(await startCountWorld([], startStockWorld))
  const itemID = await world.newItem()
  const lines = SPOTS.map((spot) => ({ action: 'receive', itemID, units: 10, wid: 1, spot, reasonCode: 10 }))
  await world.call(inventory.batch, { mode: 'atomic', lines })
  const { countNo } = await world.both.create({ items: [itemID] })
  for (const spot of SPOTS) await world.counter.count(countNo, itemID, spot, 7)
  await world.counter.submit(countNo)
  await world.approver.approve(countNo)
  const connection = await connectInventory(world)
  const stored = { connection, lots: createLotModel(connection), registries: createRegistries(connection) }
  const context = {
    ...{ requestId: 'r', operationId: 'o', attempt: 'a', hasClientKey: false, deadline: Date.now() + 60_000 },
    ...{ caller: { kind: 'operator', id: 'operator' } as const, log: createCapturedLog().log, reply: {} },
  }

  /** Posts with transactions that end like these, one after the other. */
  const postWith = (...ends: (() => unknown)[]) =>
    createPostCount({
      ...stored,
      engine: { change: async () => ends.shift()?.() } as never,
      idempotency: {
        onceInParts: (_operation: unknown, _input: unknown, entry: unknown, run: (given: unknown) => unknown) =>
          run(entry),
      } as never,
    })({ countNo, reasonIn: 10, reasonOut: 20 }, context)
  const posted = () => ({ lines: 25 })
  const refuse = () => {
    throw new AppError('not_found', `There is no count ${countNo}.`)
  }
  await expect(postWith(posted, refuse)).rejects.toMatchObject({ code: 'outcome_unknown' })
  await expect(postWith(refuse)).rejects.toMatchObject({ code: 'not_found' })
  await connection.close()
})
