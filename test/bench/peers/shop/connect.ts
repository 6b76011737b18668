import mongoose from 'mongoose'
import { settings } from '../settings.ts'

/** As many as our processes have. */
const MAX_CONNECTIONS = 20

/** Connects to the database and creates the indexes. */
export async function connect(): Promise<void> {
  await mongoose.connect(settings.mongoUri, {
    dbName: settings.name,
    autoIndex: false,
    maxPoolSize: MAX_CONNECTIONS,
  })
  // One after the other: two index builds at once deadlock on the local database.
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}
