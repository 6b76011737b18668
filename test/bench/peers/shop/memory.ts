import { lotsInMemory } from '../../lots-in-memory.ts'
import { type Page, type PageQuery, toPage, toWindow } from './pages.ts'

/** The list of lots, from memory. */
export async function listLotsFromMemory(query: PageQuery): Promise<Page> {
  const window = toWindow(query)
  return toPage(lotsInMemory.slice(window.skip, window.skip + window.pageSize), lotsInMemory.length, window)
}
