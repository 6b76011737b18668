import type { Operation, Output } from '../../../shared/contract/core/operation.ts'
import type { Random } from '../../support/records/seeded.ts'
import { type Intent, isSuccess } from '../history/history.ts'

/** Of each operation the latest intents are kept: what they made is most likely still there. */
const KEPT = 60

/** A success. */
interface Recalled<O extends Operation> {
  readonly input: Intent['input']
  readonly answer: Output<O>
}

/** What was answered until now, so that later requests can refer to it. */
export interface Recollection {
  add(intent: Intent): void
  /** A recent success of the operation whose input fits; undefined if there is none. */
  recall<O extends Operation>(operation: O, fits?: (input: Intent['input']) => boolean): Recalled<O> | undefined
}

export function createRecollection(random: Random): Recollection {
  const byName = new Map<string, Intent[]>()
  return {
    add(intent) {
      const kept = byName.get(intent.operation.name) ?? []
      kept.push(intent)
      if (kept.length > KEPT) kept.shift()
      byName.set(intent.operation.name, kept)
    },
    recall<O extends Operation>(operation: O, fits: (input: Intent['input']) => boolean = () => true) {
      const successes = (byName.get(operation.name) ?? []).flatMap(({ input, attempts }) => {
        const success = attempts.find(isSuccess)
        return success && fits(input) ? [{ input, text: success.text }] : []
      })
      const chosen = successes[Math.floor(random() * successes.length)]
      if (!chosen) return undefined
      // Responses of an earlier version may lack fields that came later; requests need names and units of them.
      return { input: chosen.input, answer: JSON.parse(chosen.text) as Output<O> }
    },
  }
}
