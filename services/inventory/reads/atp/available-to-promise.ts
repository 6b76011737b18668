import { isPermitted } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { type Days, dayNamedBy } from '../../../../shared/contract/dates/days.ts'
import { readersOf } from '../../../../shared/contract/documents/document-operations.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import {
  type AvailableToPromise,
  DEFAULT_HORIZON_DAYS,
  MAX_HORIZON_DAYS,
  MAX_SOURCES,
  type Source,
} from '../../../../shared/contract/orders/available-to-promise.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import { addDays, isDayName } from '../../../../shared/day.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { resolveReferences } from '../../masters/references.ts'
import type { ReadDeps } from '../../models.ts'
import { createStockHooks } from '../../stock/engine/document-hooks.ts'
import { createStockReads } from '../../stock/engine/stock-reads.ts'
import { createStockView } from '../../stock/engine/stock-view.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import { findEarliest, project, toRow } from './project.ts'
import { findOrderUnits, type OrderUnits, STATED_AS } from './sources.ts'

/** The permissions to see the numbers of the orders. */
const accessOf = (kind: Source['kind']) => readersOf(kind === 'otherSystem' ? STATED_AS : kind)

/**
 * What of an item in a warehouse can be promised, from what is available and what orders bring and need; all of one
 * moment. Rows count all orders; those that the caller may not read are not named (docs/decisions/access.md#62).
 */
export const createAvailableToPromise =
  ({ connection, models, families, ...deps }: ReadDeps) =>
  async (
    input: Input<(typeof inventory)['getAvailableToPromise']>,
    context: CallContext,
  ): Promise<AvailableToPromise> => {
    const { _id: partNo, shortID: itemID } = await resolveReferences(deps, input, undefined, context)
    const { wid, units } = input
    const now = present()
    const days = await deps.registries.daysOf(wid)
    const today = days.dayOf(now).name
    const { from, to } = toWindow(input, today, days)
    const toDay = (at: Date) => dayNamedBy(at, days)
    const { available, ofOrders } = await inSnapshot(connection, context.deadline, async (session) => {
      const stock = createStockView(
        createStockReads(connection, models, session, now),
        now,
        createStockHooks([]),
        deps.registries.daysOf,
      )
      return {
        available: await findAllocatable(stock, partNo, wid),
        ofOrders: await findOrderUnits(families, { models, levelKey: { partNo, wid }, now, session }),
      }
    })
    const isDated = ({ units: added, at }: OrderUnits) => added.lt(ZERO) || (at !== null && toDay(at) >= today)
    // What is needed on a day that has passed, or on no known day, is needed now.
    const dated = ofOrders.filter(isDated).map((one) => {
      const date = one.at === null ? today : toDay(one.at)
      return { ...one, date: date < today ? today : date }
    })
    const { caller } = context
    const visible = ({ kind }: OrderUnits) => caller !== undefined && isPermitted(accessOf(kind), caller)
    const rows = project(dated, { available, today, from, to })
    const sources = dated.filter((one) => one.date <= to && visible(one)).map((one) => toSource(one, one.date))
    const overdue = ofOrders
      .filter((one) => !isDated(one) && visible(one))
      .map((one) => toSource(one, one.at === null ? null : toDay(one.at)))
    return {
      itemID,
      wid,
      from,
      to,
      available: toNumber(available),
      rows: rows.map(toRow),
      sources: sources.toSorted(byDate).slice(0, MAX_SOURCES),
      overdue: overdue.toSorted(byDate).slice(0, MAX_SOURCES),
      units: units ?? null,
      earliest: units === undefined ? null : findEarliest(rows, toQuantity(units)),
    }
  }

const toSource = ({ kind, reference, line, units }: OrderUnits, date: string | null): Source => ({
  date,
  kind,
  reference,
  line,
  units: toNumber(units),
})

const byDate = (one: Source, other: Source) => (one.date ?? '').localeCompare(other.date ?? '')

/** The days that the request asks about; throws 400 if they are out of reach. */
function toWindow(
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
  days: Days,
) {
  const dayIn = (written: string) => (isDayName(written) ? written : days.dayOf(new Date(written)).name)
  const first = input.from === undefined ? today : dayIn(input.from)
  const from = first < today ? today : first
  const farthest = addDays(today, MAX_HORIZON_DAYS)
  const wanted = input.to === undefined ? addDays(from, DEFAULT_HORIZON_DAYS) : dayIn(input.to)
  const refuse = (field: string, message: string) =>
    validationError({ [field]: [`The field ${field} must be ${message}.`] })
  if (from > farthest) throw refuse('from', `at most ${MAX_HORIZON_DAYS} days ahead`)
  if (input.to !== undefined && wanted > farthest) throw refuse('to', `at most ${MAX_HORIZON_DAYS} days ahead`)
  if (wanted < from) throw refuse('to', 'on or after the first day')
  return { from, to: wanted < farthest ? wanted : farthest }
}
