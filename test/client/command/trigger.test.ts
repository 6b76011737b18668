import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { type CommandLine, createCommandLine, credentialsOf } from './command-line.ts'

let system: TestSystem
let owner: TestClient
let line: CommandLine
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  owner = await system.createClient()
  line = createCommandLine(credentialsOf(system.url, owner))
})
afterAll(async () => {
  line[Symbol.dispose]()
  await system[Symbol.asyncDispose]()
})

/** An item with 10 units in a bin of warehouse 1. */
async function anItemInStock(): Promise<string> {
  const { shortID } = (await owner.api.catalog.createItem(anItem())).body
  await owner.api.inventory.receive(aReceipt({ itemID: shortID }))
  return shortID
}

const levelOf = async (itemID: string) => (await owner.api.inventory.listStockLevels({ itemID })).body.value[0]
/** What the ledger has of an item, the newest first. */
const typesOf = async (itemID: string) =>
  (await owner.api.inventory.listTransactions({ itemID })).body.value.map(({ type }) => type)

test.each([
  ['inventory.received', 'receive'],
  ['inventory.issued', 'issue'],
  ['inventory.moved', 'move'],
  ['inventory.held', 'hold'],
])('trigger causes %s by a real change of stock, and a reversal undoes it', async (type, entry) => {
  const itemID = await anItemInStock()
  const before = await levelOf(itemID)
  const args = ['trigger', type, '--wid', '1', '--item', itemID, '--units', '2']
  const undone = await line.run([...args, '--undo'])
  expect(undone).toMatchObject({ code: 0, stderr: '' })
  expect(undone.stdout).toMatch(
    new RegExp(
      `^${type}: 2 of ${itemID} in warehouse 1, .*transaction (\\d+)\\n` +
        'inventory\\.reversed: transaction \\1 by transaction \\d+\\n$',
    ),
  )
  expect(await typesOf(itemID)).toEqual(['reverse', entry, 'receive'])
  expect(await levelOf(itemID)).toEqual(before)
  expect(await line.run(args)).toMatchObject({ code: 0 })
  expect(await typesOf(itemID)).toEqual([entry, 'reverse', entry, 'receive'])
})

test('trigger also causes inventory.released and inventory.reversed', async () => {
  const itemID = await anItemInStock()
  const of = ['--wid', '1', '--item', itemID]
  expect(await line.run(['trigger', 'inventory.released', ...of])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Run inventory trigger inventory.held first.'),
  })
  await line.run(['trigger', 'inventory.held', ...of])
  expect(await line.run(['trigger', 'inventory.released', ...of])).toMatchObject({ code: 0 })
  expect(await line.run(['trigger', 'inventory.reversed', ...of, '--undo'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing to undo'),
  })
  expect(await typesOf(itemID)).toEqual(['reverse', 'receive', 'release', 'hold', 'receive'])
})

test('without an item, trigger chooses one that fits', async () => {
  await anItemInStock()
  for (const type of ['inventory.received', 'inventory.issued', 'inventory.moved'])
    expect(await line.run(['trigger', type, '--wid', '1', '--undo'])).toMatchObject({ code: 0 })
})

test('a type that trigger cannot cause is a usage error, with the list of possible types', async () => {
  expect(await line.run(['trigger', 'count.posted', '--wid', '1'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'count.posted cannot be made. These can: inventory.received, inventory.issued, inventory.moved, ',
    ),
  })
  expect(await line.run(['trigger', 'inventory.received'])).toMatchObject({ code: 2 })
  expect(await line.run(['trigger', 'inventory.received', '--wid', 'one'])).toMatchObject({ code: 2 })
})

test('a request that the interface refuses exits with 1 and its message', async () => {
  const itemID = await anItemInStock()
  expect(await line.run(['trigger', 'inventory.received', '--wid', '4711', '--item', itemID])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^4\d\d \w+: /),
  })
})
