import type { Model } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStates } from '../../../services/reporting/history/read-states.ts'
import type { CellStateRecord } from '../../../services/reporting/history/records/cell-state.model.ts'
import type { ItemRecord } from '../../../services/reporting/history/records/item.model.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { toNumber, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { deriveHistory, isOfStock, type ReportWorld, startReportWorld } from './report-world.ts'

const TIMEOUT_MS = 60_000

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

test.each(['last', 'past'])(
  'a state that is followed while states are read, the %s ones later, is read once',
  async (later) => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const since = (await world.readFeed()).at(-1)?.sequence ?? 0
    await world.receive(bolt, 5)
    await world.receive(nut, 7)
    await world.issue(bolt, 1)
    const feed = (await world.readFeed()).filter(isOfStock).filter(({ sequence }) => sequence > since)
    expect(feed.map(({ type }) => type)).toEqual(['inventory.received', 'inventory.received', 'inventory.issued'])
    const { connection, history } = await deriveHistory(feed.slice(0, 2))
    let derived: Promise<void> | undefined
    const derive = () =>
      (derived ??= inTransaction(connection, Date.now() + TIMEOUT_MS, (session) =>
        history.apply(feed.slice(2), session),
      ))

    const [cells, cellStates] = [connection.model('Cell_1'), connection.model('CellState_1')]
    const items = connection.model<ItemRecord>('Item_1')
    const last = later === 'last' ? readAfter(cells, derive) : cells
    const states = later === 'past' ? readAfter(cellStates, derive) : cellStates
    const moment = { sequence: feed[1]?.sequence ?? 0, at: new Date('9999-01-01') }
    const read: unknown[] = []
    for await (const { shortID, inStock } of readStates<CellStateRecord>(
      { last, states, items },
      ['partNo', 'wid'],
      moment,
      { wids: 'all' },
    ))
      read.push([shortID, inStock ? toNumber(toQuantity(inStock)) : toNumber(ZERO)])
    await derived
    expect(read).toEqual([
      [bolt, 5],
      [nut, 7],
    ])
  },
)
