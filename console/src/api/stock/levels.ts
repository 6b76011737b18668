import type { Sort } from '../../parts/tables/column.tsx'
import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type Level = Schemas['StockLevel']
export type Explanation = Schemas['ExplainLevelAnswer']

export const PAGE_SIZE = 250

interface LevelFilters {
  readonly wid: number | undefined
  readonly search: string | undefined
  readonly sort: Sort | undefined
}

/** Stock levels with their items' names. */
export const levelList = ({ wid, search, sort }: LevelFilters) => ({
  queryKey: ['levels', wid ?? 'all', search ?? '', sort ?? {}],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Inventory/StockLevels', {
    include: 'item',
    wid,
    search,
    sort: sort?.field,
    direction: sort?.direction,
  }),
  readPage: (page: number) => {
    const query = {
      page,
      pageSize: PAGE_SIZE,
      include: 'item' as const,
      ...(wid !== undefined && { wid }),
      ...(search && { search }),
      ...(sort && { sort: sort.field, direction: sort.direction }),
    }
    return bodyOf(api.GET('/Inventory/StockLevels', { params: { query } }))
  },
})

/** Why a level is what it is: the lots, orders and reservations behind each figure. */
export const explanation = (itemID: string, wid: number | undefined) => ({
  queryKey: ['explanation', itemID, wid ?? 'all'],
  queryFn: () =>
    bodyOf(
      api.GET('/Inventory/StockLevels/Explain', { params: { query: { itemID, ...(wid !== undefined && { wid }) } } }),
    ),
})
