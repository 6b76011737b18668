import type { Operation, Output } from '../../../shared/contract/core/operation.ts'
import type { Random } from '../../support/records/seeded.ts'
import { type Intent, isSuccess } from '../history/history.ts'

/** The latest intents are kept: what they made is most likely still there. */
const KEPT = 400
const TRIES = 30

/** What was answered so far, so that later requests can refer to it. */
export interface Recollection {
  add(intent: Intent): void
  /** The answer of a recent success of the operation; undefined if none is found. */
  answerOf<O extends Operation>(operation: O): Output<O> | undefined
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
    answerOf<O extends Operation>(operation: O) {
      const kept = byName.get(operation.name) ?? []
      for (let tries = 0; tries < TRIES && kept.length > 0; tries++) {
        // The answers of the others are still awaited, or they were refused.
        const success = kept[Math.floor(random() * kept.length)]?.attempts.find(isSuccess)
        // The operation's own schema has checked it.
        if (success) return operation.output.parse(JSON.parse(success.text)) as Output<O>
      }
      return undefined
    },
  }
}
