import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Plan, StockView } from '../engine/plan.ts'

/**
 * The plan of what happened at a moment of the past, entered now: it is planned as of then, and its entries have that time.
 * Throws 400 if the item has a later entry, since what that entry did would rest on other stock.
 */
export const planPast =
  <A>(at: Date, partNo: number, plan: Plan<A>): Plan<A> =>
  async (stock, numbers) => {
    await requireLatest(stock, partNo, at)
    const effect = await plan(stock.asOf(at), numbers)
    const entries = effect.entries.map((entry) => ({
      ...entry,
      importedAt: at,
      // For modifiedSince, the lot changes now.
      lots: entry.lots.map(({ before, after }) => ({ before, after: { ...after, modified: stock.now } })),
    }))
    return { ...effect, entries }
  }

async function requireLatest(stock: StockView, partNo: number, at: Date): Promise<void> {
  if (at > stock.now) throw validationError({ at: ['The field at must not be in the future.'] })
  const last = await stock.lastEntryAt(partNo)
  if (last && at < last)
    throw validationError({
      at: [`The field at must not be before the last entry of the item, ${last.toISOString()}.`],
    })
}
