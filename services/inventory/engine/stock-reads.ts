import type { ClientSession } from 'mongoose'
import { recordsOf } from '../../../shared/database/records.ts'
import type { LevelRecord } from '../levels/level.model.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import type { Models } from '../models.ts'
import type { OrderLineRecord } from '../orders/order-line.model.ts'

const PAGE_SIZE = 32

interface Numbered {
  readonly _id: number
}

/** What plans read of the stock, in a transaction's snapshot. */
export interface StockReads {
  lot(recNo: number): Promise<LotRecord | undefined>
  /** The level row of an item. */
  level(partNo: number): Promise<LevelRecord | undefined>
  /** The next lots that match, in the order of choice, after those skipped; fewer than a page if there are no more. */
  nextLots(filter: object, skip: number): Promise<{ lots: LotRecord[]; isLastPage: boolean }>
  orderLines(filter: object): Promise<OrderLineRecord[]>
}

/** Plans of several items read side by side: each command waits for the one before, and what is asked for meanwhile shares the next. */
export function createStockReads(models: Models, session: ClientSession): StockReads {
  const inTurn = createTurns()
  const byNumber = <T extends Numbered>(model: { readonly collection: unknown }) =>
    joinInTurn<number, T>(inTurn, async (numbers) => {
      const found = await recordsOf<Numbered>(model)
        .find({ _id: { $in: [...numbers] } }, { session })
        .toArray()
      // A model's collection holds its records.
      return new Map(found.map((record) => [record._id, record as unknown as T]))
    })

  return {
    lot: byNumber<LotRecord>(models.lots),
    level: byNumber<LevelRecord>(models.levels),
    nextLots: (filter, skip) =>
      inTurn(async () => {
        const lots = await recordsOf<LotRecord>(models.lots)
          .find(filter, { session })
          .sort({ expires: 1, received: 1, _id: 1 })
          .skip(skip)
          .limit(PAGE_SIZE)
          .toArray()
        return { lots, isLastPage: lots.length < PAGE_SIZE }
      }),
    orderLines: (filter) => inTurn(() => models.orderLines.find(filter).session(session).lean()),
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Works one after the other; once one has failed, those that wait fail with it and none is begun. */
function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    // Who asked for it is told; this only keeps an error that nobody waits for any more from ending the process.
    turn.catch(() => undefined)
    last = turn
    return turn
  }
}

/** Looks up what is asked for until its turn comes, all at once. */
function joinInTurn<K, V>(inTurn: InTurn, read: (keys: ReadonlySet<K>) => Promise<ReadonlyMap<K, V>>) {
  let next: { readonly keys: Set<K>; readonly found: Promise<ReadonlyMap<K, V>> } | undefined
  return async (key: K): Promise<V | undefined> => {
    if (!next) {
      const keys = new Set<K>()
      const start = () => {
        next = undefined
        return read(keys)
      }
      next = { keys, found: inTurn(start) }
    }
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
