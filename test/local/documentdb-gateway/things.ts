import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Thing {
  _id: number | string
  group?: number
  rank?: number
  key?: string
  amount?: mongoose.Types.Decimal128
  seen?: number
  open?: boolean
}

/** A database of the test file's own, with a collection that is new for each test. */
export function useThings(database: string) {
  let connection: Connection
  const things = () => connection.collection<Thing>('things')

  beforeAll(async () => {
    connection = await mongoose.createConnection(process.env.MONGODB_URI ?? '', { dbName: database }).asPromise()
    await connection.dropDatabase()
  })
  beforeEach(async () => {
    await things().drop()
    await connection.createCollection('things')
  })
  afterAll(() => connection.close())

  return {
    connection: () => connection,
    things,
    async fill(count: number): Promise<void> {
      await things().insertMany(
        Array.from({ length: count }, (_, i) => ({
          _id: i,
          group: i % 5,
          rank: count - i,
          key: `key ${i}`,
          open: i % 2 === 0,
        })),
      )
    },
  }
}

/** The error that something fails with. */
export const fails = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)
