import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { PageIndex } from '../../../shared/database/page-index/page-index.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { toLot } from '../lots/lot.model.ts'
import { createChange } from './change-transit.ts'
import { toDetail } from './describe.ts'
import { cancel, close, giveBack } from './end-transit.ts'
import { findTransit } from './find-transit.ts'
import { createMoveIntoTransit } from './move-into-transit.ts'
import { receive } from './receive-transit.ts'
import { createShipTransit, type TransitParts } from './shipments.ts'
import { type TransitLineRecord, transitLines } from './transit.model.ts'
import { createListTransits } from './transit-list.ts'

interface Parts extends TransitParts {
  readonly pageIndex: PageIndex
}

/** The operations on transits (docs/transits.md). */
export function createTransits(parts: Parts) {
  const { connection, lots, items, pageIndex } = parts
  const change = createChange(parts)
  return {
    list: createListTransits(connection, pageIndex, items),

    /** All of one moment. */
    async get({ slip }: { readonly slip: string }, { caller, deadline }: CallContext) {
      const { header, lines, found } = await inSnapshot(connection, deadline, async (session) => {
        const header = await findTransit(connection, slip, caller, session)
        const lines = await transitLines.model(connection).find({ slip }).session(session).lean<TransitLineRecord[]>()
        const recNos = lines.flatMap((line) => line.recNos)
        return {
          header,
          lines,
          found: await lots
            .find({ _id: { $in: recNos } })
            .session(session)
            .lean(),
        }
      })
      const inTransit = new Map(found.map((lot) => [lot._id, toLot(lot)]))
      return toDetail(header, lines, inTransit, await items.findMany(header.partNos))
    },

    ship: createShipTransit(parts),
    ...createMoveIntoTransit(parts),
    receive: change(inventory.receiveTransit, 'shipToWid', receive),
    giveBack: change(inventory.returnTransit, 'wid', giveBack),
    close: change(inventory.closeTransit, 'shipToWid', close),
    cancel: change(inventory.cancelTransit, 'wid', cancel),
  }
}
