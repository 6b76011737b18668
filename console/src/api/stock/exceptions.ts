import { isLate } from '../../fold/is-late.ts'
import { read } from '../http/operations.ts'
import { countExpiring, readLots } from './lots.ts'

const DAY_MS = 86_400_000
export const SOON_DAYS = 30
export const TRANSIT_DAYS = 7
export const HOLD_DAYS = 7
const ORDERS_PER_PAGE = 50
const LEVELS_PER_PAGE = 250

/** A number of exceptions. There may be more than were counted. */
export interface Count {
  readonly count: number
  readonly isAtLeast: boolean
}

const exactly = (count: number): Count => ({ count, isAtLeast: false })
/** Of the first page of a sorted list those up to the first that is none. */
const ofFirstPage = <T>(
  { value, hasMore }: { value: readonly T[]; hasMore: boolean },
  isOne: (one: T) => boolean,
): Count => {
  const count = value.filter(isOne).length
  return { count, isAtLeast: hasMore && count === value.length }
}
const readPurchases = read('/PurchaseOrder')
const readShipments = read('/ShippingOrder')
const readLevels = read('/Inventory/StockLevels')
const readTransits = read('/Transit')
const readCounts = read('/Count')
const readWebhooks = read('/Webhook')
const readReorder = read('/Report/1003')

/** What somebody should look at today. Each is one request. */
export const exceptions = {
  lateReceipts: async () => {
    const page = await readPurchases({ pageSize: ORDERS_PER_PAGE, sort: 'expectedDate', direction: 'ASC' })
    return ofFirstPage(page, ({ expectedDate }) => isLate(expectedDate))
  },
  lateShipments: async (status: 'Open' | 'Partial') => {
    const page = await readShipments({ pageSize: ORDERS_PER_PAGE, sort: 'shipDate', direction: 'ASC', status })
    return ofFirstPage(page, ({ shipDate }) => isLate(shipDate))
  },
  nothingAvailable: async () => {
    const page = await readLevels({ pageSize: LEVELS_PER_PAGE, sort: 'available', direction: 'ASC' })
    return ofFirstPage(page, ({ available }) => available <= 0)
  },
  expired: async () => exactly(await countExpiring(Date.now())),
  expiring: async () => {
    const now = Date.now()
    const [soon, past] = await Promise.all([countExpiring(now + SOON_DAYS * DAY_MS), countExpiring(now)])
    return exactly(soon - past)
  },
  /** Lots do not say since when they are on hold: those that nobody has changed for a week have been for that long. */
  oldHolds: async () => {
    const modifiedSince = new Date(Date.now() - HOLD_DAYS * DAY_MS).toISOString()
    const countOf = async (more: { readonly modifiedSince?: string }) =>
      (await readLots({ ...more, pageSize: 1, hold: true, active: true })).totalCount
    const [all, young] = await Promise.all([countOf({}), countOf({ modifiedSince })])
    return exactly(all - young)
  },
  /** Slips have no date of arrival: what is on its way for a week should have arrived. */
  overdueTransits: async () => {
    const endDate = new Date(Date.now() - TRANSIT_DAYS * DAY_MS).toISOString()
    const countOf = async (status: 'In Transit' | 'Partial') =>
      (await readTransits({ status, endDate, pageSize: 1 })).totalCount
    const counts = await Promise.all([countOf('In Transit'), countOf('Partial')])
    return exactly(counts[0] + counts[1])
  },
  belowMinimum: async () => exactly((await readReorder({ show: 'below', pageSize: 1 })).totalCount),
  countsToApprove: async () => exactly((await readCounts({ status: 'Submitted', pageSize: 1 })).totalCount),
  failingWebhooks: async () => {
    const { value } = await readWebhooks({ pageSize: 250 })
    return exactly(
      value.filter(({ failingSince, switchedOff }) => failingSince !== null || switchedOff !== null).length,
    )
  },
}
