import { toAppError, validationError } from '../../../../shared/contract/core/errors.ts'
import { afterRefused } from '../../../../shared/contract/inventory/imported-movements.ts'

/**
 * Refuses lines of an item after one that was refused: entered later, that one would be before them. Lines are of one item
 * if they have the same name of it, or the same partNo where that is known.
 */
export function createItemOrder(names: readonly unknown[]) {
  /** The partNo of each refused line. */
  const refused = new Map<number, number | undefined>()

  const findBefore = (line: number, partNo: number | undefined) => {
    const isSame = ([other, itsPartNo]: [number, number | undefined]) =>
      other < line && (names[other] === names[line] || (partNo !== undefined && itsPartNo === partNo))
    return [...refused].filter(isSame).map(([other]) => other)
  }

  return {
    refuse(line: number, partNo?: number) {
      refused.set(line, partNo)
    },
    /** Plans a line, perhaps again: a transaction that did not commit refused nothing. */
    async inTurn<T>(line: number, partNo: number | undefined, plan: () => Promise<T>): Promise<T> {
      refused.delete(line)
      const before = findBefore(line, partNo)
      if (before.length > 0) throw validationError(afterRefused(Math.min(...before)))
      try {
        return await plan()
      } catch (error) {
        if (toAppError(error).status < 500) refused.set(line, partNo)
        throw error
      }
    },
  }
}
