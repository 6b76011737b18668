import type { Model } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange } from '../../../services/reporting/history/history.ts'
import { readStates } from '../../../services/reporting/history/read-states.ts'
import type { CellStateRecord } from '../../../services/reporting/history/records/cell-state.model.ts'
import type { ItemRecord } from '../../../services/reporting/history/records/item.model.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { toNumber, toQuantity } from '../../../shared/quantity.ts'
import { deriveHistory, isOfStock, type ReportWorld, startReportWorld } from './report-world.ts'

const TIMEOUT_MS = 60_000
const ALL = { wids: 'all' } as const

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

type Collection = Pick<Model<unknown>, 'collection'>

/** A collection whose cursors wait for something before they are opened. */
function readAfter({ collection }: Collection, waiting: () => Promise<void>): Collection {
  const find = (filter: object, options: object) => {
    const cursor = collection.find(filter, options)
    const open = cursor[Symbol.asyncIterator].bind(cursor)
    cursor[Symbol.asyncIterator] = async function* () {
      await waiting()
      yield* { [Symbol.asyncIterator]: open }
    }
    return cursor
  }
  return { collection: Object.assign(Object.create(collection), { find }) }
}

/** What states say of two items, one of which is issued while they are read: the states of one kind after that. */
async function readWhileIssuing(readLater: 'last' | 'past', momentOf: (receipt: FeedChange) => Date) {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  const since = (await world.readFeed()).at(-1)?.sequence ?? 0
  await world.receive(bolt, 5)
  await world.receive(nut, 7)
  await world.issue(bolt, 1)
  const [one, other, issue] = (await world.readFeed()).filter(isOfStock).filter(({ sequence }) => sequence > since)
  if (!one || !other || issue?.type !== 'inventory.issued') throw new Error('The feed does not have the three changes')
  const { connection, history } = await deriveHistory([one, other])
  let derived: Promise<void> | undefined
  const page = await history.derive([issue])
  const derive = () =>
    (derived ??= inTransaction(connection, Date.now() + TIMEOUT_MS, (session) => page.write(session)))

  const [cells, cellStates] = [connection.model('Cell_1'), connection.model('CellState_1')]
  const last = readLater === 'last' ? readAfter(cells, derive) : cells
  const states = readLater === 'past' ? readAfter(cellStates, derive) : cellStates
  const collections = { last, states, items: connection.model<ItemRecord>('Item_1') }
  const moment = { sequence: other.sequence, at: momentOf(one) }
  const read: Record<string, number> = {}
  let count = 0
  for await (const { shortID, inStock } of readStates<CellStateRecord>(collections, ['partNo', 'wid'], moment, ALL)) {
    read[shortID === bolt ? 'bolt' : 'nut'] = inStock ? toNumber(toQuantity(inStock)) : 0
    count++
  }
  await derived
  return { read, count }
}

test.each(['last', 'past'] as const)(
  'a state that is followed amid the reading, of %s states later, is read once',
  async (later) => {
    const { read, count } = await readWhileIssuing(later, () => new Date('9999-01-01'))
    expect(read).toEqual({ bolt: 5, nut: 7 })
    expect(count).toBe(2)
  },
)

test('a state that is followed amid the reading is not read of a moment before it', async () => {
  expect(await readWhileIssuing('last', ({ at }) => new Date(at.getTime() - 1))).toEqual({ read: {}, count: 0 })
})
