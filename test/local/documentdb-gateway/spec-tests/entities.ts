import type { Document } from 'bson'
import mongoose from 'mongoose'
import { type ObservedEvents, observeEvents } from './observed-events.ts'

const { MongoClient, ReadPreference } = mongoose.mongo
type MongoClient = mongoose.mongo.MongoClient
type Db = mongoose.mongo.Db
type Collection = mongoose.mongo.Collection<Document>
type ClientSession = mongoose.mongo.ClientSession

/** The named objects of one test: clients, databases, collections, sessions, results that were saved. */
export class Entities {
  readonly #uri: string
  /** A client whose events the test does not see. */
  readonly internalClient: MongoClient
  readonly #clients = new Map<string, { client: MongoClient; events: ObservedEvents }>()
  readonly #databases = new Map<string, Db>()
  readonly #collections = new Map<string, Collection>()
  readonly #sessions = new Map<string, ClientSession>()
  readonly #values = new Map<string, unknown>()

  constructor(uri: string, internalClient: MongoClient) {
    this.#uri = uri
    this.internalClient = internalClient
  }

  /** Creates the entities that a list of the unified test format describes. */
  async create(descriptions: Document[]): Promise<void> {
    for (const { client, database, collection, session, ...others } of descriptions) {
      const [unknown] = Object.keys(others)
      if (unknown) throw new UnsupportedError(`entities of type ${unknown}`)
      if (client) await this.#createClient(client)
      if (database) this.#createDatabase(database)
      if (collection) this.#createCollection(collection)
      if (session) this.#sessions.set(session.id, this.client(session.client).startSession(sessionOptions(session)))
    }
  }

  client(id: string): MongoClient {
    return found(id, this.#clients).client
  }

  events(clientId: string): ObservedEvents {
    return found(clientId, this.#clients).events
  }

  database(id: string): Db {
    return found(id, this.#databases)
  }

  collection(id: string): Collection {
    return found(id, this.#collections)
  }

  session(id: string): ClientSession {
    return found(id, this.#sessions)
  }

  value(id: string): unknown {
    return found(id, this.#values)
  }

  save(id: string, value: unknown): void {
    this.#values.set(id, value)
  }

  /** The kind of an entity; undefined when there is none of that name. */
  kindOf(id: string): 'client' | 'database' | 'collection' | 'session' | undefined {
    if (this.#clients.has(id)) return 'client'
    if (this.#databases.has(id)) return 'database'
    if (this.#collections.has(id)) return 'collection'
    return this.#sessions.has(id) ? 'session' : undefined
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await session.endSession().catch(() => undefined)
    for (const { client } of this.#clients.values()) await client.close()
  }

  async #createClient({
    id,
    uriOptions,
    observeEvents: names,
    ignoreCommandMonitoringEvents,
    ...more
  }: Document): Promise<void> {
    if (more.autoEncryptOpts || more.serverApi) throw new UnsupportedError('clients with encryption or a server API')
    const url = new URL(this.#uri)
    for (const [name, value] of Object.entries(uriOptions ?? {})) url.searchParams.set(name, String(value))
    const client = new MongoClient(String(url), { monitorCommands: true, serverSelectionTimeoutMS: 5_000 })
    const events = observeEvents(client, names ?? [], ignoreCommandMonitoringEvents ?? [])
    this.#clients.set(id, { client, events })
    await client.connect()
  }

  #createDatabase({ id, client, databaseName, databaseOptions }: Document): void {
    this.#databases.set(id, this.client(client).db(databaseName, concernOptions(databaseOptions)))
  }

  #createCollection({ id, database, collectionName, collectionOptions }: Document): void {
    this.#collections.set(id, this.database(database).collection(collectionName, concernOptions(collectionOptions)))
  }
}

/** Something in a test that the runner or the driver cannot do. */
export class UnsupportedError extends Error {}

function sessionOptions({ sessionOptions: options }: Document): Document {
  const { defaultTransactionOptions, ...rest } = options ?? {}
  return {
    ...rest,
    ...(defaultTransactionOptions && { defaultTransactionOptions: concernOptions(defaultTransactionOptions) }),
  }
}

/** Options with the read preference in the driver's form. */
export function concernOptions(options: Document = {}): Document {
  const { readPreference, timeoutMS, ...rest } = options
  if (timeoutMS !== undefined) throw new UnsupportedError('client-side operation timeouts')
  return { ...rest, ...(readPreference && { readPreference: ReadPreference.fromOptions({ readPreference }) }) }
}

function found<T>(id: string, entities: Map<string, T>): T {
  const entity = entities.get(id)
  if (entity === undefined) throw new Error(`no entity ${id}`)
  return entity
}
