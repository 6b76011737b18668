import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { MAX_PICKED_LINES, type PickList } from '../../../../shared/contract/orders/picks.ts'
import { compareNaturally } from '../../../../shared/names/natural-order.ts'
import { toNumberList } from '../../../../shared/names/number-list.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { StockView } from '../../stock/engine/plan.ts'
import type { Chosen } from '../../stock/lots/choose-lots.ts'
import { showExpiry } from '../../stock/lots/expiry.ts'
import { byLineNo } from '../kit/family/family.ts'
import { authorizeDocument, noDocument } from '../kit/find-document.ts'
import { createDescribeLine } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createLotChoice, findBarredLots } from './allocate.ts'
import { shippingFamily, toShippingOrder } from './shipping-family.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'

interface Picked extends Chosen {
  readonly line: ShippingLineRecord
}
interface Unpicked {
  readonly line: ShippingLineRecord
  readonly units: Quantity
  readonly lots: Awaited<ReturnType<typeof findBarredLots>>
}

/** What `pack` would take now for all that is committed to orders, in the sequence of a walk; nothing is written. */
export const createListPicks =
  (deps: DocumentDeps) =>
  async ({ orders }: Input<(typeof inventory)['listPicks']>, context: CallContext): Promise<PickList> => {
    const { caller, deadline } = context
    const { result } = await deps.engine.dryRun(deadline, async (stock) => ({
      entries: [],
      result: await choosePicks(await findOrders(toNumberList(orders), stock, caller), stock),
    }))
    const lines = [...result.picked, ...result.unpicked].map(({ line }) => line)
    const partNos = [...new Set(lines.map(({ partNo }) => partNo))]
    const items = await deps.items.findMany(partNos)
    const toLine = await createDescribeLine(deps, { partNos, wids: lines.map(({ wid }) => wid) }, items.values())
    const describe = (line: ShippingLineRecord) => ({ soNo: line.soNo, ...toLine(line) })
    return {
      value: result.picked.toSorted(byWalk).map(({ line, lot, units }) => ({
        ...describe(line),
        aliases: [...(items.get(line.partNo)?.aliases ?? [])],
        spot: lot.spot,
        recNo: lot._id,
        serial: lot.serial,
        serial2: lot.serial2,
        ...showExpiry(lot),
        units: toNumber(units),
      })),
      unpicked: result.unpicked.map(({ line, units, lots }) => ({ ...describe(line), units: toNumber(units), lots })),
      orders: result.headers.map(toShippingOrder),
    }
  }

/** Orders by their numbers, and their lines with committed units; throws 404, or 403 if the caller may not see one. */
async function findOrders(numbers: readonly string[], stock: StockView, caller: Caller | undefined) {
  const headers: ShippingOrderRecord[] = []
  const lines: ShippingLineRecord[] = []
  for (const soNo of numbers) {
    const header = await stock.records.get(shippingOrders, soNo)
    if (!header) throw noDocument(shippingFamily, soNo)
    authorizeDocument(shippingFamily, header, caller)
    headers.push(header)
    const ofOrder = await stock.records.find(shippingLines, { soNo })
    lines.push(...ofOrder.filter(({ committed }) => toQuantity(committed).gt(ZERO)).toSorted(byLineNo))
  }
  if (lines.length > MAX_PICKED_LINES) {
    const found = `There are ${lines.length} lines to pick`
    throw new AppError('conflict', `${found}, a list has at most ${MAX_PICKED_LINES}: name fewer orders.`)
  }
  return { headers, lines }
}

async function choosePicks({ headers, lines }: Awaited<ReturnType<typeof findOrders>>, stock: StockView) {
  const choose = createLotChoice(stock)
  const picked: Picked[] = []
  const unpicked: Unpicked[] = []
  for (const line of lines) {
    const { chosen, missing } = await choose(line, toQuantity(line.committed))
    picked.push(...chosen.map((one) => ({ ...one, line })))
    if (missing.gt(ZERO)) unpicked.push({ line, units: missing, lots: await findBarredLots(line, missing, stock) })
  }
  return { headers, picked, unpicked }
}

/** Warehouse by warehouse, from bin to bin, item by item; what is alike stays in the sequence of orders and lines. */
function byWalk({ lot: one }: Picked, { lot: other }: Picked): number {
  return (
    one.wid - other.wid ||
    compareNaturally(one.spot, other.spot) ||
    compareNaturally(one.shortID, other.shortID) ||
    one._id - other._id
  )
}
