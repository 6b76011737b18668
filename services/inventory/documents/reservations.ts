import { authorizeWarehouses, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Input, Operation } from '../../../shared/contract/core/operation.ts'
import { toPage } from '../../../shared/contract/core/paging.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { Reservation, type ReservationInput } from '../../../shared/contract/inventory/reservations.ts'
import type { PageIndex } from '../../../shared/database/page-index/page-index.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { present } from '../../../shared/process/time/clock.ts'
import { type ReferenceDeps, requestedPartNo, resolveReferences } from '../masters/references.ts'
import type { Plan } from '../stock/engine/plan.ts'
import type { ReservedModels } from '../stock/levels/lapsed.ts'
import { type ReservationRecord, reservationList } from '../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../stock/reservations/reservation-changes.ts'
import { createStockOperation, type OperationDeps } from '../stock/stock-operation.ts'
import { type DocumentList, readDocumentPage } from './kit/family/document-list.ts'
import { onlyOne } from './kit/reads.ts'
import { planRelease, planReserve, planUpdate } from './reserve.ts'

interface ReservationDeps extends ReferenceDeps, OperationDeps {
  readonly models: ReservedModels
  readonly pageIndex: PageIndex
}

type ReservationNumber = Input<(typeof inventory)['getReservation']>

/** Reservations: reading and changing them. */
export function createReservations({ models, pageIndex, engine, idempotency, ...deps }: ReservationDeps) {
  const { reservations: records } = models
  const operation = createStockOperation({ engine, idempotency })

  /** Throws 404 for an unknown number, 403 for a warehouse outside the caller's scope. */
  const find = async ({ reservationID }: ReservationNumber, effect: 'read' | 'write', { caller }: CallContext) => {
    const record = await records.findById(reservationID).lean<ReservationRecord>()
    if (!record) throw new AppError('not_found', `Reservation ${reservationID} does not exist.`)
    authorizeWarehouses({ access: 'client', effect, warehouses: ['wid'] }, { wid: record.wid }, caller)
    return record
  }

  /** Changes a reservation that the input names. */
  const change = <I extends ReservationNumber>(
    declared: Operation,
    plan: (input: I, ...view: PlanArguments) => ReturnType<Plan<Reservation>>,
  ) =>
    operation(declared, async (input: I, context: CallContext) => {
      const { partNo } = await find(input, 'write', context)
      return { partNos: [partNo], expires: true, plan: (...view) => plan(input, ...view) }
    })

  return {
    async getReservation(input: ReservationNumber, context: CallContext) {
      return toReservation(await find(input, 'read', context), present())
    },
    /**
     * Reservations, newest first; all of them or those of a state, at the same cost for every page
     * (docs/decisions/lists.md#16).
     */
    async listReservations({ itemID, wid, reference, state, ...query }: Query, context: CallContext) {
      const now = present()
      const partNo = await requestedPartNo(deps.items, { itemID }, context)
      // Whether time has passed that the recorded states do not tell yet.
      const hasLapsed = { expires: { $gt: new Date(0), $lte: now } }
      const isOutdated = (state === 'Active' || state === 'Expired') && (await models.levels.exists(hasLapsed)) !== null
      const { totalCount, found } = await readDocumentPage<ReservationRecord>(list, records, pageIndex, query, {
        sectioned: { state: onlyOne(state) },
        instead: state && isOutdated ? [inState(state, now)] : undefined,
        selective: { partNo, reference },
        scope: wid === undefined ? warehouseScope(context.caller) : [wid],
      })
      return toPage(
        found.map((record) => toReservation(record, now)),
        totalCount,
        query,
      )
    },
    createReservation: operation(inventory.createReservation, async (input: ReservationInput, context: CallContext) => {
      const item = await resolveReferences(deps, input, undefined, context)
      return { partNos: [item._id], expires: true, plan: (...view) => planReserve(input, item, ...view) }
    }),
    updateReservation: change(inventory.updateReservation, planUpdate),
    releaseReservation: change(inventory.releaseReservation, ({ reservationID }: ReservationNumber, ...view) =>
      planRelease(reservationID, ...view),
    ),
  }
}

type PlanArguments = Parameters<Plan<unknown>>

type Query = Input<(typeof inventory)['listReservations']>
type State = Reservation['state']

const list: DocumentList = {
  ...reservationList,
  sortable: Object.keys(Reservation.shape),
  storedAs: { reservationID: '_id', itemID: 'shortID' },
  warehouses: { fields: ['wid'], seenBy: 'any' },
}

/** A reservation whose time has passed is Expired, whether or not that is recorded. */
function inState(state: State, now: Date) {
  if (state === 'Active') return { state, $or: [{ expires: null }, { expires: { $gt: now } }] }
  return { $or: [{ state }, { state: 'Active', expires: { $gt: new Date(0), $lte: now } }] }
}
