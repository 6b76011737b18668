import { authorizeWarehouses } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input, Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Reservation } from '../../../../shared/contract/inventory/reservations.ts'
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type ReferenceParts, resolveReferences } from '../../masters/registries/references.ts'
import { withExpiry } from '../../stock/claims/expire.ts'
import type { ReservationRecord } from '../../stock/claims/records/reservation.model.ts'
import { toReservation } from '../../stock/claims/reservation-changes.ts'
import type { Plan } from '../../stock/engine/plan.ts'
import type { StockEngine } from '../../stock/engine/stock-engine.ts'
import { planForPresent } from '../../stock/movements/plan-for-present.ts'
import { createListReservations, type ReservationListParts } from './list-reservations.ts'
import { planRelease, planReserve, planUpdate } from './reserve.ts'

interface ReservationParts extends ReferenceParts, ReservationListParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

export interface ReservationNumber {
  readonly reservationID: number
}

/** Reservations: reading and changing them. */
export function createReservations({ models, pageIndex, engine, idempotency, ...parts }: ReservationParts) {
  const { reservations: records } = models

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

    list: createListReservations({ models, pageIndex, items: parts.items }),

    create: (input: Input<(typeof inventory)['createReservation']>, context: CallContext): Promise<Reservation> =>
      idempotency.once(inventory.createReservation, input, context, async (entry) => {
        const item = await resolveReferences(parts, input, undefined, context)
        const plan = planForPresent(input, (present, ...view) => planReserve(present, item, ...view))
        return engine.change([item._id], entry, withExpiry([item._id], plan))
      }),
    update: change(inventory.updateReservation, planUpdate),
    release: change(inventory.releaseReservation, ({ reservationID }: ReservationNumber, ...view) =>
      planRelease(reservationID, ...view),
    ),
  }
}

type PlanArguments = Parameters<Plan<unknown>>
