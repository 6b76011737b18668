import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'

type Order = Input<typeof inventory.createPurchaseOrder>
type Detail = Output<typeof inventory.getPurchaseOrder>

/** Whether there is an order of this number that says what the file says of it; what the file leaves out may be anything. */
export async function isThereAlready(call: Call, order: Order): Promise<boolean> {
  const found = await find(() => call(inventory.getPurchaseOrder, { poNo: order.poNo ?? '' }))
  if (!found || !hasSameFigures(order, found)) return false
  const isVendor = await isNamed(found.vendor, order.vendor, async () => {
    const vendor = await find(() => call(inventory.getVendor, { shortID: order.vendor }))
    return vendor?.name
  })
  const areItems = order.lines.map((line, index) =>
    isNamed(lineOf(found, line, index)?.shortID, line.shortID, async () => {
      const item = await find(() => call(catalog.getItem, { key: line.shortID, type: 'alias' }))
      return item?.shortID
    }),
  )
  return isVendor && (await Promise.all(areItems)).every(Boolean)
}

const lineOf = ({ lines }: Detail, { lineNo }: Order['lines'][number], index: number) =>
  lineNo === undefined ? lines[index] : lines.find((line) => line.lineNo === lineNo)

function hasSameFigures({ orderDate, expectedDate, lines }: Order, found: Detail): boolean {
  const isSameLine = (line: Order['lines'][number], index: number) => {
    const there = lineOf(found, line, index)
    return (
      there?.units === line.units && there.unitPrice === (line.unitPrice ?? 0) && there.warehouse === line.warehouse
    )
  }
  return (
    lines.length === found.lines.length &&
    isSameMoment(orderDate, found.orderDate) &&
    isSameMoment(expectedDate, found.expectedDate) &&
    lines.every(isSameLine)
  )
}

const isSameMoment = (given: string | undefined, found: string | null) =>
  given === undefined || (found !== null && Date.parse(given) === Date.parse(found))

/** A record has several names, and the order says one of them. */
const isNamed = async (found: string | undefined, given: string, look: () => Promise<string | undefined>) =>
  found !== undefined && (found === given || found === (await look()))

/** undefined if there is none. */
async function find<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retryWhileUnavailable(read)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
