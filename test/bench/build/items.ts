import { insertItem } from '../../../services/catalog/items.ts'
import { toSnapshot } from '../../../services/catalog/models.ts'
import { catalog as contract } from '../../../shared/contract/catalog.ts'
import { inParallel } from '../../../shared/runtime/in-parallel.ts'
import { inTransaction } from '../../../shared/runtime/transaction.ts'
import { deadline, type Workshop } from './workshop.ts'

const ITEMS_PER_TRANSACTION = 50
const AT_ONCE = 3

/** The ShortID of the item with this number, from 1. */
export const shortIdOf = (number: number) => `ITEM-${String(number).padStart(7, '0')}`

const nouns = ['bolt', 'screw', 'nut', 'washer', 'rivet', 'anchor', 'rod', 'clip', 'spring', 'bearing']

/** Makes the items with the numbers from `first` to `last` by the catalog's own rules, and inventory's copies of them. */
export async function buildItems(workshop: Workshop, first: number, last: number, say: (done: number) => void) {
  const chunks: number[][] = []
  for (let start = first; start <= last; start += ITEMS_PER_TRANSACTION) {
    const length = Math.min(ITEMS_PER_TRANSACTION, last - start + 1)
    chunks.push(Array.from({ length }, (_, index) => start + index))
  }
  let done = 0
  await inParallel(chunks, AT_ONCE, async (numbers) => {
    await buildChunk(workshop, numbers)
    done += numbers.length
    say(done)
  })
}

async function buildChunk({ catalog, inventory, nextNumbers }: Workshop, numbers: readonly number[]): Promise<void> {
  const partNos = await nextNumbers('partNo', numbers.length)
  const made = await inTransaction(catalog.connection, deadline(), async (session) => {
    const records = []
    for (const [index, number] of numbers.entries()) {
      const description = `${nouns[number % nouns.length]} M${(number % 20) + 3} x ${(number % 90) + 10}, zinc plated`
      const category = (number % 8) + 1
      const input = contract.createItem.input.parse({ shortID: shortIdOf(number), description, category })
      const birth = { nextPartNo: async () => partNos[index] ?? 0, createdBy: 'bench' }
      records.push((await insertItem(catalog.models, input, birth, session)).change.item)
    }
    return records
  })
  const snapshots = await Promise.all(made.map((record) => toSnapshot(catalog.models, record)))
  await inventory.models.items.insertMany(snapshots.map(({ partNo: _id, ...fields }) => ({ _id, ...fields })))
}
