import type { Counters } from '../../../../shared/database/counters.ts'
import type { Numbers } from './plan.ts'

/**
 * The numbers of one command: each call starts from the first again, so that repeats of its transaction use the same
 * ones.
 */
export function createNumbers(counters: Counters): () => Numbers {
  const taken = { recNo: [] as number[], reservationID: [] as number[], transactionNo: [] as number[] }
  const startAgain = (name: keyof typeof taken) => {
    let used = 0
    return async () => {
      const index = used++
      const [next] = index < taken[name].length ? taken[name].slice(index) : await counters.next(name, 1)
      if (next === undefined) throw new Error(`The counter ${name} gave no number`)
      taken[name][index] = next
      return next
    }
  }
  return () => ({
    recNo: startAgain('recNo'),
    reservationID: startAgain('reservationID'),
    transactionNo: startAgain('transactionNo'),
  })
}

/** For plans whose effects are not written: negative, different from each other and from all records. */
export function createDryRunNumbers(): Numbers {
  let last = 0
  const next = async () => --last
  return { recNo: next, reservationID: next, transactionNo: next }
}
