import type { ClientSession } from 'mongoose'
import {
  hasPermission,
  type Permission,
  permissions,
  type WarehouseScope,
  warehouseScope,
} from '../../../shared/contract/core/access.ts'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import { MAX_EXPLAINED } from '../../../shared/contract/inventory/history.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { present } from '../../../shared/process/time/clock.ts'
import { toNumber } from '../../../shared/quantity.ts'
import { resolveReferences } from '../masters/references.ts'
import type { ReadDeps } from '../models.ts'
import type { OpenFigure } from '../stock/levels/figures.ts'
import { takeOffLapsed } from '../stock/levels/lapsed.ts'
import type { LevelRecord } from '../stock/levels/level.model.ts'
import { toStockLevel } from '../stock/levels/levels.ts'
import type { DescribeLots } from '../stock/lots/describe-lots.ts'
import { type PackRecord, toOpenFigure } from '../stock/reservations/records/pack.model.ts'
import type { ReservationRecord } from '../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../stock/reservations/reservation-changes.ts'

type ExplainDeps = ReadDeps & { readonly describe: DescribeLots }

type Explain = (typeof inventory)['explainLevel']

/** One more than is named, to know whether there are more. */
const LIMIT = MAX_EXPLAINED + 1

/** The permission to see the lines behind a figure is that to read the orders. Other figures show with the level. */
const accessOf: Readonly<Record<string, Permission>> = {
  onOrder: permissions.readPurchaseOrders,
  committed: permissions.readShippingOrders,
  packed: permissions.readShippingOrders,
}

/**
 * The lots and order lines that add up to an item's level in a warehouse, or in all that the caller may see; all of one
 * moment. Orders and reservations that the caller may not read are left out (docs/decisions/access.md#62).
 */
export const createExplainLevel =
  ({ connection, models, describe, families, ...deps }: ExplainDeps) =>
  async (input: Input<Explain>, context: CallContext): Promise<Output<Explain>> => {
    const { _id: partNo, shortID } = await resolveReferences(deps, input, undefined, context)
    const scope = input.wid === undefined ? warehouseScope(context.caller) : [input.wid]
    const ofItem = { partNo, ...(scope !== 'all' && { wid: { $in: [...scope] } }) }
    const now = present()
    const readFamilies = async (session: ClientSession) => {
      const figures: OpenFigure[][] = []
      for (const { readFigures } of families) figures.push(await readFigures(connection, ofItem, session, LIMIT))
      return figures
    }
    const { levels, lots, orders, reserved } = await inSnapshot(connection, context.deadline, async (session) => ({
      levels: await takeOffLapsed(
        models,
        await models.levels.find({ _id: partNo }).session(session).lean(),
        now,
        session,
      ),
      lots: await models.lots
        .find({ ...ofItem, active: true })
        .sort({ _id: 1 })
        .limit(LIMIT)
        .session(session)
        .lean(),
      orders: [
        await models.orderLines.find(ofItem).sort({ _id: 1 }).limit(LIMIT).session(session).lean(),
        ...(await readFamilies(session)),
        (await models.packs.find(ofItem).sort({ _id: 1 }).limit(LIMIT).session(session).lean<PackRecord[]>()).map(
          toOpenFigure,
        ),
      ],
      reserved: await models.reservations
        .find({ ...ofItem, state: 'Active', $or: [{ expires: null }, { expires: { $gt: now } }] })
        .sort({ _id: 1 })
        .limit(LIMIT)
        .session(session)
        .lean<ReservationRecord[]>(),
    }))
    const maySee = (kind: string) => {
      const access = accessOf[kind]
      return access === undefined || hasPermission(context.caller, access)
    }
    const level = levels[0] ?? { _id: partNo, wids: [], stock: {} }
    const rows = rowsOf(level, scope)
    const names = await deps.registries.warehouses.namesOf(rows.map(({ wid }) => wid))
    const newest = rows.toSorted((one, other) => Number(other.modified) - Number(one.modified))[0]
    return {
      shortID,
      ...(input.wid !== undefined && { wid: input.wid }),
      level: toStockLevel(level, scope),
      warehouses: rows.map(({ wid, transactionNo = null }) => {
        const { partNo: _, ...figures } = toStockLevel(level, [wid])
        return { wid, warehouse: names.get(wid) ?? '', ...figures, lastTransactionNo: transactionNo }
      }),
      lots: await describe(lots.slice(0, MAX_EXPLAINED)),
      orders: orders
        .flatMap((lines) => lines.slice(0, MAX_EXPLAINED))
        .filter(({ kind }) => maySee(kind))
        .map(({ kind, reference, line, wid, units }) => ({ kind, reference, line, wid, units: toNumber(units) })),
      reservations: hasPermission(context.caller, permissions.readReservations)
        ? reserved.slice(0, MAX_EXPLAINED).map((record) => toReservation(record, now))
        : [],
      isCut: [lots, reserved, ...orders].some(({ length }) => length > MAX_EXPLAINED),
      lastTransactionNo: newest?.transactionNo ?? null,
    }
  }

/** The row of each warehouse of the scope that has or had stock, by wid. */
function rowsOf({ stock }: LevelRecord, scope: WarehouseScope) {
  return Object.entries(stock)
    .map(([wid, { modified, transactionNo }]) => ({ wid: Number(wid), modified, transactionNo }))
    .filter(({ wid }) => scope === 'all' || scope.includes(wid))
    .sort((one, other) => one.wid - other.wid)
}
