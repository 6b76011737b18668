import type { Model } from 'mongoose'
import { authorizeWarehouses, warehouseScope } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input, Operation } from '../../../../shared/contract/core/operation.ts'
import { requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Reservation } from '../../../../shared/contract/inventory/reservations.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { ReservationRecord } from '../../claims/reservation.model.ts'
import type { Plan } from '../../engine/plan.ts'
import type { StockEngine } from '../../engine/stock-engine.ts'
import { type ReferenceParts, resolveReferences } from '../../registries/references.ts'
import { withExpiry } from './expire.ts'
import { toReservation } from './reservation-changes.ts'
import { planRelease, planReserve, planUpdate } from './reserve.ts'

interface ReservationParts extends ReferenceParts {
  readonly records: Model<ReservationRecord>
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

export interface ReservationNumber {
  readonly reservationID: number
}

type Query = Input<(typeof inventory)['listReservations']>

/** Where each field of a reservation is stored. */
const storedAs = {
  reservationID: '_id',
  itemID: 'shortID',
  wid: 'wid',
  units: 'units',
  remaining: 'remaining',
  recno: 'recno',
  reference: 'reference',
  line: 'line',
  priority: 'priority',
  expires: 'expires',
  state: 'state',
} as const
const sortable = Object.keys(storedAs) as (keyof typeof storedAs)[]

/** Reservations: reading and changing them. */
export function createReservations({ records, engine, idempotency, ...parts }: ReservationParts) {
  /** Throws 404 for an unknown number, 403 for a warehouse outside the caller's scope. */
  const find = async ({ reservationID }: ReservationNumber, effect: 'read' | 'write', { caller }: CallContext) => {
    const record = await records.findById(reservationID).lean<ReservationRecord>()
    if (!record) throw new AppError('not_found', `Reservation ${reservationID} does not exist.`)
    authorizeWarehouses({ access: 'client', effect, warehouses: ['wid'] }, { wid: record.wid }, caller)
    return record
  }

  /** Changes a reservation that the input names. */
  const change =
    <I extends ReservationNumber>(
      operation: Operation,
      plan: (input: I, ...view: PlanArguments) => ReturnType<Plan<Reservation>>,
    ) =>
    (input: I, context: CallContext): Promise<Reservation> =>
      idempotency.once(operation, input, context, async (entry) => {
        const { partNo } = await find(input, 'write', context)
        return engine.change(
          [partNo],
          entry,
          withExpiry([partNo], (...view) => plan(input, ...view)),
        )
      })

  return {
    get: async (input: ReservationNumber, context: CallContext) =>
      toReservation(await find(input, 'read', context), new Date()),

    async list(query: Query, context: CallContext) {
      const now = new Date()
      const { itemID, wid, reference, state, modifiedSince } = query
      const item = itemID === undefined ? undefined : await parts.items.find(itemID, context)
      const scope = wid === undefined ? warehouseScope(context.caller) : [wid]
      const filter = {
        ...(scope !== 'all' && { wid: { $in: [...scope] } }),
        ...(itemID !== undefined && { partNo: item?._id ?? NO_ITEM }),
        ...(reference !== undefined && { reference }),
        ...(state && inState(state, now)),
        ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
      }
      const { field, direction } =
        requestedSort(query, sortable) ?? ({ field: 'reservationID', direction: -1 } as const)
      const sort = { [storedAs[field]]: direction, _id: direction }
      const { totalCount, found } = await readCountedPage<ReservationRecord>(records, { filter, sort }, query)
      return toPage(
        found.map((record) => toReservation(record, now)),
        totalCount,
        query,
      )
    },

    create: (input: Input<(typeof inventory)['createReservation']>, context: CallContext): Promise<Reservation> =>
      idempotency.once(inventory.createReservation, input, context, async (entry) => {
        const item = await resolveReferences(parts, input, undefined, context)
        const plan: Plan<Reservation> = (...view) => planReserve(input, item, ...view)
        return engine.change([item._id], entry, withExpiry([item._id], plan))
      }),
    update: change(inventory.updateReservation, planUpdate),
    release: change(inventory.releaseReservation, ({ reservationID }: ReservationNumber, ...view) =>
      planRelease(reservationID, ...view),
    ),
  }
}

type PlanArguments = Parameters<Plan<unknown>>

/** No item has this number. */
const NO_ITEM = -1

/** A reservation whose time has passed is Expired, whether or not that is recorded. */
function inState(state: Reservation['state'], now: Date) {
  if (state === 'Active') return { state, $or: [{ expires: null }, { expires: { $gt: now } }] }
  if (state === 'Expired') return { $or: [{ state }, { state: 'Active', expires: { $gt: new Date(0), $lte: now } }] }
  return { state }
}
