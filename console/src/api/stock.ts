import type { QueryFunctionContext } from '@tanstack/react-query'
import { sum } from '../fold/decimal.ts'
import { bucketEnds, countBefore, type ExpiryBucket, toExpiryBuckets } from '../fold/expiry-buckets.ts'
import type { Input, PathWith, ResponseBody, Schemas } from './http/contract.ts'
import { call, list, read, readPages, record, write } from './http/operations.ts'

export type Level = Schemas['StockLevel']
export type Explanation = Schemas['ExplainLevelAnswer']

export const levelList = list('levels', '/Inventory/StockLevels', 250, { include: 'item' })

/** Why a level is what it is: the lots, orders and reservations behind each figure. */
export const explanation = record('explanation', '/Inventory/StockLevels/Explain')

const PAGE_SIZE = 250

/** Lots in stock unless `active` says otherwise, the most recent first. */
export const lotList = list('lots', '/Inventory', PAGE_SIZE, { active: true })

/** Lots in stock that expire, first to expire first. */
export const expiringLots = list('expiring lots', '/Inventory/Expiring', PAGE_SIZE)

/** How many lots in stock expire in each bucket. A long list is counted by the service, bucket by bucket. */
export const expiryBuckets = (wid: number | undefined) => {
  const { queryKey, readPage } = expiringLots({ wid })
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

export const lotCount = record('lots counted', '/Inventory', { pageSize: 1 })

export const readLots = read('/Inventory')
export const readLot = read('/Inventory/Lot/{recno}')
const readExpiring = read('/Inventory/Expiring')

/** How many lots in stock expire before a moment, in milliseconds since 1970. */
async function countExpiring(end: number, wid?: number): Promise<number> {
  return (await readExpiring({ before: new Date(end).toISOString(), wid, pageSize: 1 })).totalCount
}

/** Whether anything lies at a spot. */
export const hasStockAt = async (wid: number, spot: string): Promise<boolean> =>
  (await readLots({ wid, spot, active: true, pageSize: 1 })).totalCount > 0

/** What an item has at one spot, on hold or not. */
export async function unitsAt(itemID: string, wid: number, spot: string): Promise<number> {
  const lots = await readPages((page) => readLots({ itemID, wid, spot, active: true, page, pageSize: PAGE_SIZE }))
  return sum(lots.filter((lot) => lot.spot === spot).map((lot) => lot.units))
}

export type DryRun = Schemas['Preview']
type StockPath = `/Inventory/${'Receive' | 'Move' | 'Issue' | 'Adjust'}`

/** A stock operation: `dryRun` changes nothing; `send` takes effect once for a key, and does what was shown. */
const stockWrite = <P extends StockPath>(path: P) => ({
  async dryRun(body: Input<'post', P>): Promise<DryRun> {
    const dryRun: PathWith<'post'> = `${path}/Preview`
    // Both paths take the same body, which the compiler cannot see through the type parameter.
    return call('post', dryRun as '/Inventory/Receive/Preview', body as Input<'post', '/Inventory/Receive/Preview'>)
  },
  send: (body: Input<'post', P>, key: string, shown?: DryRun): Promise<ResponseBody<'post', P>> =>
    call('post', path, body, key, shown?.plan ?? undefined),
})

export const receive = stockWrite('/Inventory/Receive')
export const move = stockWrite('/Inventory/Move')
export const issue = stockWrite('/Inventory/Issue')
/** Sets a cell to what was counted, if it has what is expected. */
export const adjust = stockWrite('/Inventory/Adjust')

export const amend = write('put', '/Inventory/Lot/{recno}')
export const hold = write('post', '/Inventory/Hold')
export const release = write('post', '/Inventory/Release')
export const reverse = write('post', '/Inventory/Transactions/{transactionNo}/Reverse')
