import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../shared/contract/core/difference.ts'
import { verifyPageIndex } from '../../shared/database/page-index/verify.ts'
import { inSnapshot } from '../../shared/database/transaction.ts'
import type { NameRecord } from './item.model.ts'
import type { Models } from './models.ts'

/** Records that are read in one snapshot; a longer one could exceed the lifetime of a transaction. */
const BLOCK_SIZE = 500

interface Block {
  readonly differences: readonly Difference[]
  /** `_id` of the last record that was read; undefined if there were none. */
  readonly last: number | string | undefined
}

/** Compares items with their names and the page index with the items; `deadline` is in milliseconds since 1970. */
export async function reconcileCatalog(
  connection: Connection,
  models: Models,
  deadline: number,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const compareBlock of [compareItems, compareNames]) {
    let last: Block['last']
    do {
      const block = await inSnapshot(connection, deadline, (session) => compareBlock(models, last, session))
      differences.push(...block.differences)
      last = block.last
    } while (last !== undefined)
  }
  return [...differences, ...(await verifyPageIndex(connection, models.itemList, deadline))]
}

/** Every item must have its shortID as a name. */
async function compareItems({ items, names }: Models, after: Block['last'], session: ClientSession): Promise<Block> {
  const filter = after === undefined ? {} : { _id: { $gt: Number(after) } }
  const found = await items.find(filter, { shortID: 1 }, { session }).sort({ _id: 1 }).limit(BLOCK_SIZE).lean()
  const shortIDs = found.map(({ shortID }) => shortID)
  const named = await names.find({ _id: { $in: shortIDs } }, null, { session }).lean()
  const byName = new Map(named.map((name) => [name._id, name]))
  const differences = found.flatMap(({ _id, shortID }) =>
    differenceOf(`name ${shortID} of item ${_id}`, `shortID of ${shortID}`, describe(byName.get(shortID))),
  )
  return { differences, last: found.at(-1)?._id }
}

/** Every name must be the shortID or an alias of an item. */
async function compareNames({ items, names }: Models, after: Block['last'], session: ClientSession): Promise<Block> {
  const filter = after === undefined ? {} : { _id: { $gt: String(after) } }
  const found = await names.find(filter, null, { session }).sort({ _id: 1 }).limit(BLOCK_SIZE).lean()
  const shortIDs = found.map(({ shortID }) => shortID)
  const named = await items.find({ shortID: { $in: shortIDs } }, { shortID: 1 }, { session }).lean()
  const known = new Set(named.map(({ shortID }) => shortID))
  const differences = found.flatMap((name) =>
    differenceOf(`item of name ${name._id}`, name.shortID, known.has(name.shortID) ? name.shortID : NOTHING),
  )
  return { differences, last: found.at(-1)?._id }
}

const NOTHING = 'nothing'
const describe = (name: NameRecord | undefined) => (name ? `${name.kind} of ${name.shortID}` : NOTHING)

const differenceOf = (what: string, expected: string, found: string): Difference[] =>
  expected === found ? [] : [{ what, expected, found }]
