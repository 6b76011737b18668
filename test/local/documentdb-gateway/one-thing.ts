import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { RawClient } from './raw-client.ts'

/** A database of the test file's own: one thing in it, its key taken, and clients that send what they are told to. */
export function useOneThing(database: string) {
  const uri = process.env.MONGODB_URI ?? ''
  let connection: Connection
  let raw: RawClient
  const raws: RawClient[] = []
  const things = () => connection.collection<{ _id: string; n?: number; key?: string }>('things')

  const rawClient = async (): Promise<RawClient> => {
    const client = await RawClient.connect(uri)
    raws.push(client)
    return client
  }

  beforeAll(async () => {
    connection = await mongoose.createConnection(uri, { dbName: database, maxPoolSize: 20 }).asPromise()
    await connection.dropDatabase()
    await connection.createCollection('things')
    await things().createIndex({ key: 1 }, { unique: true, sparse: true })
    raw = await rawClient()
  })
  beforeEach(async () => {
    await things().deleteMany({})
    await things().insertOne({ _id: 'a', n: 0, key: 'one' })
  })
  afterAll(async () => {
    for (const client of raws) client.close()
    await connection.close()
  })

  return {
    connection: () => connection,
    /** The first raw client. */
    raw: () => raw,
    rawClient,
    things,
    countOf: async (id: string) => (await things().findOne({ _id: id }))?.n,
  }
}
