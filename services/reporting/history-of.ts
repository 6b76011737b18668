import type { Connection } from 'mongoose'
import { makeCollections } from '../../shared/database/mongo.ts'
import { createHistoryReads } from './history/create-reads.ts'
import { derivePage } from './history/derive-page.ts'
import type { History, HistoryReads } from './history/history.ts'
import { allModels, createHistoryModels } from './history/records/models.ts'

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

/** What is derived from the feed, in collections of its generation. */
export function createHistory(connection: Connection, generation: number): History & HistoryReads {
  const models = createHistoryModels(connection, generation)
  const all = allModels(models)
  return {
    ...createHistoryReads(models),
    prepare: () => makeCollections(all),
    derive: (changes, before) => derivePage(models, changes, before),
    async drop() {
      for (const model of all) {
        await model.collection.drop()
        connection.deleteModel(model.modelName)
      }
    },
  }
}
