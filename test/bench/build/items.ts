import pMap from 'p-map'
import { type ItemRecord, toStoredUnits } from '../../../services/catalog/item.model.ts'
import { toSnapshot } from '../../../services/catalog/models.ts'
import { recordChanges } from '../../../shared/database/page-index/indexed-list.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import { deadline, type Workshop } from './workshop.ts'

const ITEMS_PER_TRANSACTION = 200
const AT_ONCE = 2

/** The ShortID of the item with this number; numbers begin at 1. */
export const shortIdOf = (number: number) => `ITEM-${String(number).padStart(7, '0')}`

const nouns = ['bolt', 'screw', 'nut', 'washer', 'rivet', 'anchor', 'rod', 'clip', 'spring', 'bearing']

/**
 * Creates the items with the numbers from `first` to `last`, and inventory's copies of them. Writes what the catalog's `insertItem`
 * writes (name, item, delta of the page index), many items in one command.
 */
export async function buildItems(workshop: Workshop, first: number, last: number, say: (done: number) => void) {
  const chunks: number[][] = []
  for (let start = first; start <= last; start += ITEMS_PER_TRANSACTION) {
    const length = Math.min(ITEMS_PER_TRANSACTION, last - start + 1)
    chunks.push(Array.from({ length }, (_, index) => start + index))
  }
  let done = 0
  await pMap(
    chunks,
    async (numbers) => {
      await buildChunk(workshop, numbers)
      done += numbers.length
      say(done)
    },
    { concurrency: AT_ONCE },
  )
}

async function buildChunk({ catalog, inventory, nextNumbers }: Workshop, numbers: readonly number[]): Promise<void> {
  const { items, names, itemList } = catalog.models
  const partNos = await nextNumbers('partNo', numbers.length)
  const now = new Date()
  const records = numbers.map((number, index) => toRecord(number, partNos[index] ?? 0, now))
  await inUnitOfWork(catalog.connection, deadline(), async (unit) => {
    const taken = records.map(({ shortID }) => ({ _id: shortID, kind: 'shortID' as const, shortID, modified: now }))
    unit.insert(names, taken)
    unit.insert(items, records)
    const changes = records.map(({ shortID: at, discontinued: partitionKey }) => ({
      at,
      partitionKey,
      change: 1 as const,
    }))
    recordChanges(itemList, changes, unit)
  })
  const snapshots = records.map((record) => toSnapshot(record, new Map()))
  await inventory.models.items.insertMany(snapshots.map(({ partNo: _id, ...fields }) => ({ _id, ...fields })))
}

function toRecord(number: number, partNo: number, now: Date): ItemRecord {
  return {
    _id: partNo,
    shortID: shortIdOf(number),
    description: `${nouns[number % nouns.length]} M${(number % 20) + 3} x ${(number % 90) + 10}, zinc plated`,
    category: (number % 8) + 1,
    subCategory: 0,
    uOM: 'EA',
    putUp: '',
    units: toStoredUnits(1),
    dfltOwner: 0,
    created: now,
    createdBy: 'bench',
    modified: now,
    discontinued: false,
    version: 1,
  }
}
