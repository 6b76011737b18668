import type { Connection } from 'mongoose'
import { createHistory } from './history/create-history.ts'
import type { History, HistoryReads } from './history/history.ts'

/** What was derived in a generation. */
export interface HistoryOf {
  (generation: number): History & HistoryReads
  drop(generation: number): Promise<void>
}

/** The collections of a generation have one set of models in a process. */
export function createHistoryOf(connection: Connection): HistoryOf {
  const known = new Map<number, History & HistoryReads>()
  const historyOf = (generation: number) => {
    const history = known.get(generation) ?? createHistory(connection, generation)
    known.set(generation, history)
    return history
  }
  return Object.assign(historyOf, {
    async drop(generation: number) {
      await historyOf(generation).drop()
      known.delete(generation)
    },
  })
}
