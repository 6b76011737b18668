import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { ShipTransitInput } from '../../../../shared/contract/documents/transits.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toQuantity } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import { whyNotWhole } from '../../masters/items/whole-units.ts'
import type { ReferenceDeps } from '../../masters/registries/references.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { createStockOperation, type Mode } from '../../stock/stock-operation.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import { numberLines } from '../kit/lines/resolve-lines.ts'
import { chooseNumber } from '../kit/numbers/next-number.ts'
import { toTransitDetail } from './describe-transit.ts'
import { planShipment, type Shipment } from './ship.ts'
import { transitFamily } from './transit-family.ts'

/** Ships several lines on one slip. */
export const createShipTransit = (deps: DocumentDeps) =>
  createStockOperation(deps)(
    inventory.shipTransit,
    async (input: ShipTransitInput, context: CallContext, mode: Mode) => {
      const { wid, shipToWid, slip, reference = '', remark = '' } = input
      const lineNos = numberLines(input.lines)
      const { items, ...names } = await resolve(deps, input, context)
      const shipment: Shipment = {
        ...names,
        number: await chooseNumber(deps, transitFamily, slip, mode),
        wid,
        shipToWid,
        reference,
        remark,
        lines: input.lines.map(({ units, recno }, index) => {
          const item = items[index]
          if (!item) throw new Error(`The item of line ${index} was not resolved`)
          const selection = { partNo: item._id, wid, recno }
          return { lineNo: lineNos[index] ?? 0, item, units, selection, path: `lines[${index}].` }
        }),
      }
      const byPartNo = new Map(items.map((item) => [item._id, item]))
      const plan = async (stock: StockView, numbers: Numbers) => {
        const { header, lines, lots, effect } = await planShipment(shipment, context.caller, stock, numbers)
        return { ...effect, result: toTransitDetail(header, lines, lots, byPartNo) }
      }
      return { partNos: [...byPartNo.keys()], plan, expires: true }
    },
  )

/** The items of the lines, and the names of both warehouses; throws 400 with everything that does not exist. */
async function resolve({ items, registries }: ReferenceDeps, input: ShipTransitInput, context: CallContext) {
  const { wid, shipToWid, lines } = input
  const names = [...new Set(lines.map(({ itemID }) => itemID))]
  const found = new Map(await Promise.all(names.map(async (name) => [name, await items.find(name, context)] as const)))
  const warehouses = await registries.warehouses.namesOf([wid, shipToWid])
  const details: Record<string, readonly string[]> = {}
  const refuse = (field: string, what: string) => {
    details[field] = [`The field ${field} must name an existing ${what}.`]
  }
  if (!warehouses.has(wid)) refuse('wid', 'warehouse')
  if (!warehouses.has(shipToWid)) refuse('shipToWid', 'warehouse')
  const ofLines = lines.flatMap(({ itemID, units }, index): ItemRecord[] => {
    const item = found.get(itemID)
    if (!item) refuse(`lines[${index}].itemID`, 'item')
    const field = `lines[${index}].units`
    const fraction = whyNotWhole(field, toQuantity(units), item)
    if (fraction) details[field] = [fraction]
    return item ? [item] : []
  })
  if (Object.keys(details).length > 0) throw validationError(details)
  return {
    items: ofLines,
    warehouse: warehouses.get(wid) ?? '',
    shipToWarehouse: warehouses.get(shipToWid) ?? '',
  }
}
