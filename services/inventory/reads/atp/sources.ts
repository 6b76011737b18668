import type { ClientSession } from 'mongoose'
import type { Source } from '../../../../shared/contract/orders/available-to-promise.ts'
import { families, isAtpKey } from '../../../../shared/names/families.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { OrderLineRecord } from '../../documents/foreign/order-line.model.ts'
import { numberOf } from '../../documents/kit/document-effect.ts'
import type { Family, Header, Line } from '../../documents/kit/family/family.ts'
import type { RegisteredFamily } from '../../documents/kit/register-family.ts'
import type { Models } from '../../models.ts'
import { hasLapsed, type ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'

/** Units of an order's line that will come in, or that are needed; demand is negative. */
export interface OrderUnits extends Omit<Source, 'date' | 'units'> {
  /** When; null if the order does not say. */
  readonly at: Date | null
  readonly units: Quantity
}

/** What another system has ordered counts as purchase orders do, and shows to the same clients. */
export const STATED_AS = 'purchaseOrder'

interface Where {
  readonly models: Models
  readonly levelKey: { readonly partNo: number; readonly wid: number }
  readonly now: Date
  readonly session: ClientSession
}

/**
 * What orders will bring to and need of an item in a warehouse, beside what they have committed, in the snapshot of the
 * session.
 */
export async function findOrderUnits(registered: readonly RegisteredFamily[], where: Where): Promise<OrderUnits[]> {
  const found: OrderUnits[] = []
  for (const { apply, numbered } of registered) {
    found.push(...(await apply((family) => findOfFamily(family, where))))
    if (numbered.kind === families[STATED_AS].kind) found.push(...(await findStated(where)))
  }
  return [true, false].flatMap((isSupply) => found.filter(({ units }) => units.gt(ZERO) === isSupply))
}

async function findOfFamily<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  where: Where,
): Promise<OrderUnits[]> {
  const { key, headers, lines, atp } = family
  if (!atp || !isAtpKey(key)) return []
  const { models, levelKey, session } = where
  const { db } = models.items
  const found = lines.model(db).find({ ...levelKey, ...atp.where })
  const open = (await found.session(session).lean<L[]>()).map((line) => ({ line, reference: numberOf(family, line) }))
  if (open.length === 0) return []
  const numbers = [...new Set(open.map(({ reference }) => reference))]
  const orders = await headers.model(db).find().where('_id', { $in: numbers }).session(session).lean<H[]>()
  const dates = new Map(orders.map((header) => [header._id, atp.dateOf(header)]))
  const takeReserved = await createReserved(atp.isReserved ? numbers : [], where)
  return open.flatMap(({ line, reference }): OrderUnits[] => {
    const left = takeReserved(reference, line.lineNo, atp.unitsOf(line))
    if (left.lte(ZERO)) return []
    const signed = families[key].units === 'needed' ? left.times(-1) : left
    return [{ kind: key, reference, line: line.lineNo, units: signed, at: dates.get(reference) ?? null }]
  })
}

/** Takes off what is reserved for these orders, each reservation once. */
async function createReserved(numbers: readonly string[], { models, levelKey, now, session }: Where) {
  const reserved =
    numbers.length === 0
      ? []
      : await models.reservations
          .find({ ...levelKey, state: 'Active', reference: { $in: [...numbers] } })
          .session(session)
          .lean<ReservationRecord[]>()
  const left = new Map(
    reserved.filter((one) => !hasLapsed(one, now)).map((one) => [one, toQuantity(one.remaining)] as const),
  )
  return (reference: string, line: number, units: Quantity): Quantity => {
    let needed = units
    for (const [one, remaining] of left) {
      if (one.reference !== reference || (one.line !== null && one.line !== line) || needed.lte(ZERO)) continue
      const taken = smaller(needed, remaining)
      left.set(one, remaining.minus(taken))
      needed = needed.minus(taken)
    }
    return needed
  }
}

/** Another order system states no dates; what it has committed and packed is in the level. */
async function findStated({ models, levelKey, session }: Where): Promise<OrderUnits[]> {
  const lines = await models.orderLines
    .find({ ...levelKey, kind: { $in: ['onOrder', 'aSN'] }, units: { $gt: toStored(ZERO) } })
    .session(session)
    .lean<OrderLineRecord[]>()
  return lines.map(({ reference, line, units }) => ({
    kind: 'otherSystem',
    reference,
    line,
    units: toQuantity(units),
    at: null,
  }))
}
