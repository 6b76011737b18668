import { dayStart, lateBefore, thisMinute } from '../fold/days.ts'
import { countFaulty } from './figures.ts'
import { read } from './http/operations.ts'
import { readLots } from './stock.ts'

export const SOON_DAYS = 30
export const TRANSIT_DAYS = 7
export const HOLD_DAYS = 7

/** What lists of exceptions are restricted to. They are those of the moment. */
export const late = () => ({ dueBefore: lateBefore() })
export const expired = () => ({ before: thisMinute() })
export const expiring = () => ({ from: thisMinute(), before: thisMinute(SOON_DAYS) })
/** Lots do not say since when they are on hold: those that nobody has changed for a week have been for that long. */
export const unchanged = () => ({ unchangedSince: dayStart(HOLD_DAYS) })
/** Slips have no date of arrival: what is on its way for a week should have arrived. */
export const overdue = () => ({ underWay: true, endDate: dayStart(TRANSIT_DAYS) })

const countOf =
  <Query extends object>(
    list: (query: Query & { readonly pageSize: number }) => Promise<{ readonly totalCount: number }>,
    of: (wid: number | undefined) => Query,
  ) =>
  async (wid?: number): Promise<number> =>
    (await list({ ...of(wid), pageSize: 1 })).totalCount

const readExpiring = read('/Inventory/Expiring')
const readCounts = read('/Count')
const readWebhooks = read('/Webhook')

/** How many there are of what somebody should look at today, in a warehouse or in all. Each is one request. */
export const exceptions = {
  lateReceipts: countOf(read('/PurchaseOrder'), (warehouse) => ({ ...late(), warehouse })),
  lateShipments: countOf(read('/ShippingOrder'), (warehouse) => ({ ...late(), warehouse })),
  shortages: countOf(read('/ShippingOrder/Backorders'), (warehouse) => ({ warehouse })),
  expired: countOf(readExpiring, (wid) => ({ ...expired(), wid })),
  expiring: countOf(readExpiring, (wid) => ({ ...expiring(), wid })),
  oldHolds: countOf(readLots, (wid) => ({ ...unchanged(), hold: true, active: true, wid })),
  overdueTransits: countOf(read('/Transit'), (warehouse) => ({ ...overdue(), warehouse })),
  belowMinimum: countOf(read('/Report/1003'), (wid) => ({ show: 'below' as const, wid })),
  openCounts: countOf(readCounts, (wid) => ({ status: 'Open' as const, wid })),
  countsToApprove: countOf(readCounts, (wid) => ({ status: 'Submitted' as const, wid })),
  faultyServices: countFaulty,
  failingWebhooks: async () => {
    const { value } = await readWebhooks({ pageSize: 250 })
    return value.filter(({ failingSince, switchedOff }) => failingSince !== null || switchedOff !== null).length
  },
}
