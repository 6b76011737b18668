import type { Connection } from 'mongoose'
import { makeCollections } from '../../../shared/database/mongo.ts'
import { createHistoryReads } from './create-reads.ts'
import { derivePage } from './derive-page.ts'
import type { History, HistoryReads } from './history.ts'
import { allModels, createHistoryModels } from './records/models.ts'

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
