import { authorizeWarehouses } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Reservation, ReservationInput } from '../../../../shared/contract/inventory/reservations.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { type ReferenceDeps, resolveReferences } from '../../masters/registries/references.ts'
import type { Plan } from '../../stock/engine/plan.ts'
import type { ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../../stock/reservations/reservation-changes.ts'
import { createStockOperation, type OperationDeps } from '../../stock/stock-operation.ts'
import { createListReservations, type ReservationListDeps } from './list-reservations.ts'
import { planRelease, planReserve, planUpdate } from './reserve.ts'

interface ReservationDeps extends ReferenceDeps, ReservationListDeps, OperationDeps {}

export interface ReservationNumber {
  readonly reservationID: number
}

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
    listReservations: createListReservations({ models, pageIndex, items: deps.items }),
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
