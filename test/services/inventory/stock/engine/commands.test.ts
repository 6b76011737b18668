import { expect, onTestFinished, test, vi } from 'vitest'
import { createItems } from '../../../../../services/inventory/masters/items.ts'
import { createRegistries } from '../../../../../services/inventory/masters/registries.ts'
import { createLedger } from '../../../../../services/inventory/stock/ledger/ledger.ts'
import { createMovements } from '../../../../../services/inventory/stock/movements/movements.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createPageIndex } from '../../../../../shared/database/page-index/page-index.ts'
import { insertDirectly } from '../../../../../shared/database/unit-of-work.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aMove, aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

/** Commands of the sweep, and of the check of kept items once a second, however much is written. */
const FROM_TIME_TO_TIME = new Set(['find outbox', 'find counters'])

/** Receipts and moves of one item, whose first receipt has made its level row and taken numbers; counts their commands. */
async function aLoneClient() {
  const { connection, models, counters, stock: engine, idempotency } = await anEngine()
  const registries = createRegistries(connection)
  const items = createItems(models.items, () => Promise.reject(new Error('There is no catalog')), counters)
  const ledger = createLedger(models.ledger, createPageIndex(connection, models.indexedLists.ledger), items)
  const movements = createMovements({ engine, idempotency, items, registries, lots: models.lots, ledger })
  const item = anItemRecord(7)
  await insertDirectly(models.items, [item])
  await registries.warehouses.add({ _id: 1, name: 'Main' }, Date.now() + 8_000)
  await registries.reasonCodes.add({ _id: 10, name: 'Purchase', direction: 'in' }, Date.now() + 8_000)
  const receipt = inventory.receive.input.parse(aReceipt({ itemID: item.shortID }))
  const move = inventory.move.input.parse(aMove({ itemID: item.shortID }))
  const commands: string[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const on = typeof command[commandName] === 'string' ? ` ${command[commandName]}` : ''
    if (!FROM_TIME_TO_TIME.has(`${commandName}${on}`)) commands.push(`${commandName}${on}`)
  })
  /** The commands of one write, and of what follows after its result. */
  const commandsOf = async (write: () => Promise<unknown>) => {
    commands.splice(0)
    await write()
    await expect.poll(() => commands).toContain('delete outbox')
    return [...commands]
  }
  return {
    receive: (hasClientKey = false) => commandsOf(() => movements.receive(receipt, aContext({ hasClientKey }))),
    move: () => commandsOf(() => movements.move(move, aContext())),
  }
}

test('a receipt alone is three commands to the database, with an Idempotency-Key too, and a move four', async () => {
  // Registries are kept in memory for a while, which does not pass here.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { receive, move } = await aLoneClient()
  await receive()
  const write = ['bulkWrite', 'commitTransaction', 'delete outbox']
  for (const hasClientKey of [false, true]) expect(await receive(hasClientKey)).toEqual(write)
  expect(await move()).toEqual(['aggregate levels', ...write])
})
