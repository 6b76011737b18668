import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { TransitDetail } from '../../../../shared/contract/documents/transit-records.ts'
import type { CloseTransitInput, ReceiveTransitInput } from '../../../../shared/contract/documents/transits.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { requireReasonCodes } from '../../masters/registries/references.ts'
import { type Lot, toLot } from '../../stock/lots/lot.model.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import type { PrepareResult } from '../kit/family/family.ts'
import { findHeader } from '../kit/find-document.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import { createSteps } from '../kit/steps.ts'
import { toTransitDetail } from './describe-transit.ts'
import { cancel, close, giveBack } from './end-transit.ts'
import { receive } from './receive-transit.ts'
import { createShipTransit } from './shipments.ts'
import { type TransitLineRecord, type TransitRecord, transitLines } from './transit.model.ts'
import { authorizeEnd, toTransit, transitFamily } from './transit-family.ts'
import { UNDER_WAY } from './transit-line.ts'

type ListQuery = Input<(typeof inventory)['listTransits']>
export interface TransitSlip {
  readonly slip: string
}

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
    receiveTransit: step(inventory.receiveTransit, receive, {
      ...atDestination,
      check: ({ lines }: ReceiveTransitInput) =>
        requireReasonCodes(
          registries,
          lines.map(({ reasonCode: code }, index) => ({ field: `lines[${index}].reasonCode`, code })),
        ),
    }),
    returnTransit: step(inventory.returnTransit, giveBack, atSource),
    closeTransit: step(inventory.closeTransit, close, {
      ...atDestination,
      check: ({ reasonCode: code }: CloseTransitInput) =>
        requireReasonCodes(registries, [{ field: 'reasonCode', code, direction: 'out' }]),
    }),
    cancelTransit: step(inventory.cancelTransit, cancel, atSource),
  }
}
