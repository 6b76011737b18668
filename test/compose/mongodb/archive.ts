import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { EJSON } from 'bson'
import mongoose from 'mongoose'
import { z } from 'zod'

const Line = z.object({ database: z.string(), collection: z.string(), document: z.record(z.string(), z.unknown()) })
const SYSTEM_DATABASES = ['admin', 'config', 'local']

/** The options that mongodump and mongorestore have in the compose file: `--config=FILE` with `uri: …`, and `--archive=FILE`. */
function readOptions(args: readonly string[]) {
  const optionOf = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
  const uri = /^uri: *(\S+)/m.exec(readFileSync(optionOf('config'), 'utf8'))?.[1] ?? ''
  return { uri, archive: optionOf('archive') }
}

/** Writes all documents of all databases of services to a compressed archive, one line each. */
export async function dump(args: readonly string[]): Promise<void> {
  const { uri, archive } = readOptions(args)
  const connection = await mongoose.createConnection(uri).asPromise()
  const client = connection.getClient()
  const { databases } = await client.db('admin').admin().listDatabases()
  async function* lines() {
    for (const { name: database } of databases) {
      if (SYSTEM_DATABASES.includes(database)) continue
      for (const { name: collection } of await client.db(database).listCollections().toArray()) {
        for await (const document of client.db(database).collection(collection).find()) {
          yield `${EJSON.stringify({ database, collection, document }, { relaxed: false })}\n`
        }
      }
    }
  }
  await pipeline(lines, createGzip(), createWriteStream(archive))
  await connection.close()
}

/** Inserts the documents of an archive. */
export async function restore(args: readonly string[]): Promise<void> {
  const { uri, archive } = readOptions(args)
  const connection = await mongoose.createConnection(uri).asPromise()
  for await (const line of createInterface(createReadStream(archive).pipe(createGunzip()))) {
    const { database, collection, document } = Line.parse(EJSON.parse(line, { relaxed: false }))
    await connection.getClient().db(database).collection(collection).insertOne(document)
  }
  await connection.close()
}
