import type { QueryFunctionContext } from '@tanstack/react-query'
import { sum } from '../../fold/decimal.ts'
import { bucketEnds, countBefore, type ExpiryBucket, toExpiryBuckets } from '../../fold/expiry-buckets.ts'
import { api, bodyOf } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

const PAGE_SIZE = 250

export interface LotFilters {
  readonly hold?: boolean | undefined
  readonly wid?: number | undefined
}

/** Lots in stock, the most recent first. */
export const lotList = ({ hold, wid }: LotFilters) => ({
  queryKey: ['lots', hold ?? 'all', wid ?? 'all'],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Inventory', { active: true, hold, wid }),
  readPage: (page: number) => {
    const query = {
      page,
      pageSize: PAGE_SIZE,
      active: true,
      ...(hold !== undefined && { hold }),
      ...(wid !== undefined && { wid }),
    } as const
    return bodyOf(api.GET('/Inventory', { params: { query } }))
  },
})

/** Lots in stock that expire, first to expire first. */
export const expiringLots = (wid: number | undefined) => ({
  queryKey: ['expiring lots', wid ?? 'all'],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Inventory/Expiring', { wid }),
  readPage: (page: number) => {
    const query = { page, pageSize: PAGE_SIZE, ...(wid !== undefined && { wid }) }
    return bodyOf(api.GET('/Inventory/Expiring', { params: { query } }))
  },
})

/** How many lots in stock expire in each bucket. A long list is counted by the service, bucket by bucket. */
export const expiryBuckets = (wid: number | undefined) => {
  const { queryKey, readPage } = expiringLots(wid)
  return {
    queryKey: [...queryKey, 'buckets'],
    queryFn: async ({ client }: QueryFunctionContext): Promise<readonly ExpiryBucket[]> => {
      const first = { queryKey: [...queryKey, 1], queryFn: () => readPage(1) }
      const { value, totalCount } = await client.fetchQuery(first)
      const ends = bucketEnds(Date.now())
      const isWhole = totalCount <= value.length
      return toExpiryBuckets(
        isWhole ? countBefore(value, ends) : await Promise.all(ends.map((end) => countExpiring(end, wid))),
        totalCount,
      )
    },
  }
}

/** How many lots in stock expire before a moment, in milliseconds since 1970. */
export async function countExpiring(end: number, wid?: number): Promise<number> {
  const query = { before: new Date(end).toISOString(), pageSize: 1, ...(wid !== undefined && { wid }) }
  return (await bodyOf(api.GET('/Inventory/Expiring', { params: { query } }))).totalCount
}

/** What an item has at one spot, on hold or not. */
export async function unitsAt(itemID: string, wid: number, spot: string): Promise<number> {
  const units: number[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const query = { itemID, wid, spot, active: true, page, pageSize: PAGE_SIZE } as const
    const found = await bodyOf(api.GET('/Inventory', { params: { query } }))
    units.push(...found.value.filter((lot) => lot.spot === spot).map((lot) => lot.units))
    hasMore = found.hasMore
  }
  return sum(units)
}
