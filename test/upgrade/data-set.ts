import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { EJSON } from 'bson'
import type { Connection, mongo } from 'mongoose'
import type { Answered } from './read-everything.ts'

/** A write that was sent to a version, and what that version answered. */
export interface Exchange {
  /** Such as `POST /Inventory/Receive`. */
  readonly operation: string
  readonly path: string
  readonly client: ClientName
  readonly key: string
  readonly body?: unknown
  readonly status: number
  readonly answer: unknown
}

/** Two clients, because a client may not approve a large difference that it counted. */
export type ClientName = 'first' | 'second'

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

interface StoredCollection {
  readonly name: string
  readonly indexes: readonly mongo.IndexDescriptionInfo[]
  readonly documents: readonly mongo.BSON.Document[]
}

/** All that a version has stored after a small history, and how that history was made. */
export interface DataSet {
  readonly version: string
  readonly recorded: Date
  /** The secret of all that was stored; it was made for this data set and is used nowhere else. */
  readonly secret: string
  readonly clients: Readonly<Record<ClientName, Credentials>>
  /** Collections by service. */
  readonly databases: Readonly<Record<string, readonly StoredCollection[]>>
  readonly exchanges: readonly Exchange[]
  /** What the version answered to all reads when the history was made, and the feed. */
  readonly reads: readonly Answered[]
  readonly feed: readonly unknown[]
}

/** Most bytes of a packed data set. */
export const MAX_PACKED_BYTES = 300_000

const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../', import.meta.url)
export const fileOf = (version: string) => new URL(`test/upgrade/data/${version}.json.gz`, root)

/** The versions of which there is a data set. */
export const recordedVersions = () =>
  readdirSync(new URL('test/upgrade/data', root)).map((file) => file.replace('.json.gz', ''))

export function readDataSet(version: string): DataSet {
  const { recorded, databases, ...rest } = JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString())
  return { ...rest, recorded: new Date(recorded), databases: EJSON.deserialize(databases, { relaxed: false }) }
}

export function writeDataSet(file: string | URL, { databases, ...rest }: DataSet): number {
  const content = { ...rest, databases: EJSON.serialize(databases, { relaxed: false }) }
  const packed = gzipSync(JSON.stringify(content), { level: 9 })
  if (packed.length > MAX_PACKED_BYTES) throw new Error(`The data set has ${packed.length} bytes, too many`)
  writeFileSync(file, packed)
  return packed.length
}

export async function dumpDatabase(connection: Connection): Promise<StoredCollection[]> {
  const collections = (await connection.listCollections()).filter(({ name }) => !name.startsWith('system.'))
  const stored = collections
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(async ({ name }) => {
      const collection = connection.collection(name)
      const indexes = (await collection.indexes()).filter((index) => index.name !== '_id_')
      // Numbers keep their types: a double that is whole stays a double.
      const documents = await collection.find({}, { promoteValues: false, promoteLongs: false }).toArray()
      return { name, indexes, documents }
    })
  return Promise.all(stored)
}

/**
 * Loads collections into an empty database. Records that the database removes by their age are as old as they were when they were
 * recorded: a repeated request still finds its answer.
 */
export async function loadDatabase(
  connection: Connection,
  collections: readonly StoredCollection[],
  recorded: Date,
): Promise<void> {
  const ageMs = Date.now() - recorded.getTime()
  const load = async ({ name, indexes, documents }: StoredCollection) => {
    const collection = await connection.createCollection(name)
    if (indexes.length > 0) await collection.createIndexes(indexes.map(({ v: _, ns: __, ...index }) => index))
    const expiring = indexes.flatMap((index) => (index.expireAfterSeconds === undefined ? [] : Object.keys(index.key)))
    if (documents.length > 0) await collection.insertMany(documents.map((one) => youngerBy(ageMs, one, expiring)))
  }
  await Promise.all(collections.map(load))
}

function youngerBy(ms: number, document: mongo.BSON.Document, fields: readonly string[]): mongo.BSON.Document {
  const moved = fields.map((field): [string, unknown] => [field, document[field]])
  const dates = moved.flatMap(([field, value]) =>
    value instanceof Date ? [[field, new Date(value.getTime() + ms)]] : [],
  )
  return { ...document, ...Object.fromEntries(dates) }
}
