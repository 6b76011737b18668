import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { DocumentEffect, DocumentHooks, LineMovement, Named, NamedLine, StockHooks, StockView } from './plan.ts'

export const NO_EFFECT: DocumentEffect = { figures: [], records: [] }

export const sumEffects = (effects: readonly DocumentEffect[]): DocumentEffect => ({
  figures: effects.flatMap(({ figures }) => figures),
  records: effects.flatMap(({ records }) => records),
  events: effects.flatMap(({ events = [] }) => events),
})

const isNamed = (named: Named): named is NamedLine =>
  named.reference !== undefined && named.reference !== '' && named.line !== undefined

export function createStockHooks(families: readonly DocumentHooks[]): StockHooks {
  /**
   * Throws 409 if a family moves the units of the named line by an operation of its own, and 400 if `reference` names a
   * document kept here and `line` is not one of it, of the item and warehouse. A document that is not kept here is
   * another system's, whose lines are not known (docs/decisions/documents.md#41).
   */
  const requireLine = async (stock: StockView, named: NamedLine, movement: LineMovement): Promise<void> => {
    await Promise.all(families.map((family) => family.refuse?.(stock, named, movement)))
    const found = await Promise.all(families.map((family) => family.findLine?.(stock, named)))
    const isOneOfIt = found.some((one) => one?.line?.partNo === named.partNo && one.line.wid === named.wid)
    if (!isOneOfIt && found.some((one) => one?.isKept))
      throw validationError({
        line: ['The field line must be a line of the order in reference, of the same item and warehouse.'],
      })
  }

  return {
    async receive(stock, named, units, transactionNo) {
      if (!isNamed(named)) return NO_EFFECT
      for (const family of families) {
        const effect = await family.receive?.(stock, named, units, transactionNo)
        if (effect) return effect
      }
      await requireLine(stock, named, 'receive')
      return NO_EFFECT
    },

    async reserved(stock, named) {
      if (!isNamed(named)) return []
      const reserved = await Promise.all(families.map((family) => family.reserved?.(stock, named) ?? []))
      if (reserved.flat().length === 0) await requireLine(stock, named, 'issue')
      return reserved.flat()
    },

    async issue(stock, named, units) {
      if (!isNamed(named)) return NO_EFFECT
      const effects: DocumentEffect[] = []
      for (const family of families) effects.push((await family.issue?.(stock, named, units)) ?? NO_EFFECT)
      return sumEffects(effects)
    },

    async reverse(stock, entry) {
      const effects: DocumentEffect[] = []
      let left = entry.figures.filter(({ reservation }) => reservation === undefined)
      for (const family of families) {
        const effect = (await family.reverse?.(stock, entry, left)) ?? NO_EFFECT
        if (effect.figures.length > 0) left = []
        effects.push(effect)
      }
      if (left.length > 0) throw new Error(`No document has the lines of transaction ${entry._id}`)
      return sumEffects(effects)
    },

    async namedReservations(stock, key, caller) {
      const all = await Promise.all(families.map((family) => family.namedReservations?.(stock, key, caller) ?? []))
      return all.flat()
    },

    lose: (keys, why) => families.find((family) => family.lose)?.lose?.(keys, why),
  }
}
