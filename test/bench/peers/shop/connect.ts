import mongoose from 'mongoose'
import { settings } from '../settings.ts'

/** Connects to the database and creates the indexes. */
export async function connect(): Promise<void> {
  await mongoose.connect(settings.mongoUri, { dbName: settings.name, autoIndex: false })
  // One after the other: two index builds at once deadlock on the local database.
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}
