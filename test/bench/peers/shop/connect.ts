import mongoose from 'mongoose'
import { settings } from '../settings.ts'

/** Resolves when the database is there and has every index. */
export async function connect(): Promise<void> {
  await mongoose.connect(settings.mongoUri, { dbName: settings.name, autoIndex: false })
  // One after the other: two of them at once block each other on the local database.
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}
