import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { TransitDetail } from '../../../../shared/contract/documents/transit-records.ts'
import type {
  CloseTransitInput,
  ReceiveTransitInput,
  ShipTransitInput,
} from '../../../../shared/contract/documents/transits.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { requireReasonCodes, resolveLines } from '../../masters/references.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { type Lot, toLot } from '../../stock/lots/lot.model.ts'
import { createStockOperation, type Mode } from '../../stock/stock-operation.ts'
import { numberLines } from '../kit/changed-lines.ts'
import type { PrepareResult } from '../kit/family/family.ts'
import { findHeader } from '../kit/find-document.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createSteps } from '../kit/steps.ts'
import { cancel, close, giveBack, receive } from './leave-transit.ts'
import { planShipment, type Shipment } from './ship.ts'
import { type TransitLineRecord, type TransitRecord, transitLines, UNDER_WAY } from './transit.model.ts'
import { authorizeEnd, toTransit, toTransitDetail, transitFamily } from './transit-family.ts'

type ListQuery = Input<(typeof inventory)['listTransits']>
type TransitSlip = Input<(typeof inventory)['getTransit']>

/** The operations on transits (docs/transits.md). */
export function createTransits(deps: DocumentDeps) {
  const { connection, lots, items, registries } = deps
  const prepareResult: PrepareResult<TransitRecord, TransitLineRecord, TransitDetail> = async ({ partNos }) => {
    const named = await items.findMany(partNos)
    return async (header, lines, transaction) => {
      const current = new Map<number, Lot>()
      for (const recNo of lines.flatMap(({ recNos }) => recNos)) {
        const lot = await transaction?.stock.lot(recNo)
        if (lot) current.set(recNo, lot)
      }
      for (const { after } of transaction?.entries.flatMap((entry) => entry.lots) ?? []) current.set(after._id, after)
      return toTransitDetail(header, lines, current, named)
    }
  }
  const reads = createReads(deps, transitFamily, toTransit, prepareResult)
  const step = createSteps(deps, transitFamily, prepareResult)
  const atSource = { from: UNDER_WAY, authorize: authorizeEnd('wid') }
  const atDestination = { from: UNDER_WAY, authorize: authorizeEnd('shipToWid') }

  return {
    listTransits: ({ wid, shipToWid, status, underWay, ...query }: ListQuery, context: CallContext) => {
      const statuses = underWay ? UNDER_WAY.filter((one) => status === undefined || one === status) : onlyOne(status)
      return reads.list(query, { status: statuses, wid: onlyOne(wid), shipToWid: onlyOne(shipToWid) }, context)
    },

    /** All of one moment. */
    async getTransit({ slip }: TransitSlip, { caller, deadline }: CallContext) {
      const found = await inSnapshot(connection, deadline, async (session) => {
        const header = await findHeader(connection, transitFamily, slip, caller, session)
        const lines = await transitLines.model(connection).find({ slip }).session(session).lean<TransitLineRecord[]>()
        const inTransit = lots.find({ _id: { $in: lines.flatMap(({ recNos }) => recNos) } })
        return { header, lines, inTransit: await inTransit.session(session).lean() }
      })
      const inTransit = new Map(found.inTransit.map((lot) => [lot._id, toLot(lot)]))
      return toTransitDetail(found.header, found.lines, inTransit, await items.findMany(found.header.partNos))
    },

    shipTransit: createShipTransit(deps),
    receiveTransit: step(inventory.receiveTransit, {
      ...atDestination,
      check: ({ lines }: ReceiveTransitInput) =>
        requireReasonCodes(
          registries,
          lines.map(({ reasonCode: code }, index) => ({ field: `lines[${index}].reasonCode`, code })),
        ),
      decide: receive,
    }),
    returnTransit: step(inventory.returnTransit, { ...atSource, decide: giveBack }),
    closeTransit: step(inventory.closeTransit, {
      ...atDestination,
      check: ({ reasonCode: code }: CloseTransitInput) =>
        requireReasonCodes(registries, [{ field: 'reasonCode', code, direction: 'out' }]),
      decide: close,
    }),
    cancelTransit: step(inventory.cancelTransit, { ...atSource, decide: cancel }),
  }
}

/** Ships several lines on one slip. */
export const createShipTransit = (deps: DocumentDeps) =>
  createStockOperation(deps)(
    inventory.shipTransit,
    async (input: ShipTransitInput, context: CallContext, mode: Mode) => {
      const { wid, shipToWid, slip, reference = '', remark = '' } = input
      const lineNos = numberLines(input.lines)
      const names = await deps.registries.warehouses.namesOf([wid, shipToWid])
      const unknown = Object.entries({ wid, shipToWid }).filter(([, id]) => !names.has(id))
      const faults = unknown.map(([field]) => [field, [`The field ${field} must name an existing warehouse.`]])
      const find = (name: string) => deps.items.find(name, context)
      const byName = await resolveLines(deps, input.lines, find, Object.fromEntries(faults))
      const shipment: Shipment = {
        number: await deps.numbers.choose(transitFamily, slip, mode),
        wid,
        warehouse: names.get(wid) ?? '',
        shipToWid,
        shipToWarehouse: names.get(shipToWid) ?? '',
        reference,
        remark,
        lines: input.lines.map(({ itemID, units, recno }, index) => {
          const item = byName.get(itemID)
          if (!item) throw new Error(`The item of line ${index} was not resolved`)
          const selection = { partNo: item._id, wid, recno }
          return { lineNo: lineNos[index] ?? 0, item, units, selection, path: `lines[${index}].` }
        }),
      }
      const byPartNo = new Map([...byName.values()].map((item) => [item._id, item]))
      const plan = async (stock: StockView, numbers: Numbers) => {
        const { header, lines, lots, effect } = await planShipment(shipment, context.caller, stock, numbers)
        return { ...effect, result: toTransitDetail(header, lines, lots, byPartNo) }
      }
      return { partNos: [...byPartNo.keys()], plan, expires: true }
    },
  )
