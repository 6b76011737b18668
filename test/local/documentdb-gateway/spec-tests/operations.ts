import type { Document } from 'bson'
import type mongoose from 'mongoose'
import { concernOptions, type Entities, UnsupportedError } from './entities.ts'
import { expectError } from './error-match.ts'
import { expectMatch, MismatchError } from './match.ts'
import { runTestRunnerOperation } from './runner-operations.ts'
import type { Operation } from './test-file.ts'

/** What an operation runs with. */
interface Call {
  id: string
  args: Document
  entities: Entities
}

type Run = (call: Call) => Promise<unknown>

/** Runs an operation and checks its result or its error. */
export async function runOperation(operation: Operation, entities: Entities): Promise<void> {
  const { name, object, ignoreResultAndError, saveResultAsEntity } = operation
  let result: unknown
  try {
    result = await dispatch(operation, entities)
  } catch (error) {
    if (error instanceof UnsupportedError || error instanceof MismatchError || ignoreResultAndError) {
      if (ignoreResultAndError) return
      throw error
    }
    if (!operation.expectError) throw error
    return expectError(operation.expectError, error, entities)
  }
  if (ignoreResultAndError) return
  if (operation.expectError) throw new MismatchError(`${name} of ${object} succeeded, an error was expected`)
  if (saveResultAsEntity) entities.save(saveResultAsEntity, result)
  if ('expectResult' in operation) expectMatch(operation.expectResult, result, entities, name)
}

async function dispatch({ name, object, arguments: args = {} }: Operation, entities: Entities): Promise<unknown> {
  if (object === 'testRunner') return runTestRunnerOperation(name, args, entities)
  const kind = entities.kindOf(object)
  const run = kind && OPERATIONS[kind][name]
  if (!run) throw new UnsupportedError(`the operation ${name} of a ${kind ?? object}`)
  const { session, ...rest } = args
  const named = session === undefined ? rest : { ...rest, session: entities.session(session) }
  return run({ id: object, args: concernOptions(named), entities })
}

const CLIENT: Record<string, Run> = {
  listDatabases: async ({ id, args, entities }) =>
    (await entities.client(id).db().admin().listDatabases(args)).databases,
  listDatabaseNames: async ({ id, args, entities }) => {
    const { databases } = await entities
      .client(id)
      .db()
      .admin()
      .listDatabases({ ...args, nameOnly: true })
    return databases.map(({ name }) => name)
  },
  dropDatabase: ({ id, args: { database, ...options }, entities }) =>
    entities.client(id).db(database).dropDatabase(options),
  clientBulkWrite: async ({ id, args: { models, ...options }, entities }) => {
    const result = await entities.client(id).bulkWrite(models.map(toClientModel), options)
    // A member of the driver's own.
    for (const update of result.updateResults?.values() ?? []) Reflect.deleteProperty(update, 'didUpsert')
    return result
  },
}

const DATABASE: Record<string, Run> = {
  runCommand: ({ id, args, entities }) => {
    const { command, commandName: _, ...options } = args
    return entities.database(id).command(command, options)
  },
  aggregate: ({ id, args: { pipeline, ...options }, entities }) =>
    entities.database(id).aggregate(pipeline, options).toArray(),
  createCollection: async ({ id, args: { collection, ...options }, entities }) => {
    await entities.database(id).createCollection(collection, options)
  },
  dropCollection: ({ id, args: { collection, ...options }, entities }) =>
    entities.database(id).dropCollection(collection, options),
  listCollections: ({ id, args: { filter, ...options }, entities }) =>
    entities
      .database(id)
      .listCollections(filter ?? {}, options)
      .toArray(),
  listCollectionNames: ({ id, args: { filter, ...options }, entities }) =>
    entities
      .database(id)
      .listCollections(filter ?? {}, { ...options, nameOnly: true })
      .toArray(),
  modifyCollection: ({ id, args: { collection, ...options }, entities }) =>
    entities.database(id).command({ collMod: collection, ...options }),
}

const COLLECTION: Record<string, Run> = {
  find: ({ id, args: { filter, ...options }, entities }) => entities.collection(id).find(filter, options).toArray(),
  findOne: ({ id, args: { filter, ...options }, entities }) => entities.collection(id).findOne(filter, options),
  aggregate: ({ id, args: { pipeline, ...options }, entities }) =>
    entities.collection(id).aggregate(pipeline, options).toArray(),
  countDocuments: ({ id, args: { filter, ...options }, entities }) =>
    entities.collection(id).countDocuments(filter, options),
  estimatedDocumentCount: ({ id, args, entities }) => entities.collection(id).estimatedDocumentCount(args),
  count: ({ id, args: { filter, ...options }, entities }) => entities.collection(id).count(filter, options),
  distinct: ({ id, args: { fieldName, filter, ...options }, entities }) =>
    entities.collection(id).distinct(fieldName, filter, options),
  insertOne: ({ id, args: { document, ...options }, entities }) =>
    entities.collection(id).insertOne({ ...document }, options),
  insertMany: ({ id, args: { documents, ...options }, entities }) =>
    entities.collection(id).insertMany(
      documents.map((document: Document) => ({ ...document })),
      options,
    ),
  updateOne: ({ id, args: { filter, update, ...options }, entities }) =>
    entities.collection(id).updateOne(filter, update, options),
  updateMany: ({ id, args: { filter, update, ...options }, entities }) =>
    entities.collection(id).updateMany(filter, update, options),
  replaceOne: ({ id, args: { filter, replacement, ...options }, entities }) =>
    entities.collection(id).replaceOne(filter, replacement, options),
  deleteOne: ({ id, args: { filter, ...options }, entities }) => entities.collection(id).deleteOne(filter, options),
  deleteMany: ({ id, args: { filter, ...options }, entities }) => entities.collection(id).deleteMany(filter, options),
  findOneAndUpdate: ({ id, args: { filter, update, ...options }, entities }) =>
    entities.collection(id).findOneAndUpdate(filter, update, returning(options)),
  findOneAndReplace: ({ id, args: { filter, replacement, ...options }, entities }) =>
    entities.collection(id).findOneAndReplace(filter, replacement, returning(options)),
  findOneAndDelete: ({ id, args: { filter, ...options }, entities }) =>
    entities.collection(id).findOneAndDelete(filter, options),
  bulkWrite: ({ id, args: { requests, ...options }, entities }) =>
    entities.collection(id).bulkWrite(requests.map(copyInsert), options),
  createIndex: ({ id, args: { keys, ...options }, entities }) => entities.collection(id).createIndex(keys, options),
  dropIndex: ({ id, args: { name, ...options }, entities }) => entities.collection(id).dropIndex(name, options),
  dropIndexes: ({ id, args, entities }) => entities.collection(id).dropIndexes(args),
  listIndexes: ({ id, args, entities }) => entities.collection(id).listIndexes(args).toArray(),
  listIndexNames: async ({ id, args, entities }) =>
    (await entities.collection(id).listIndexes(args).toArray()).map(({ name }) => name),
}

const SESSION: Record<string, Run> = {
  startTransaction: async ({ id, args, entities }) => entities.session(id).startTransaction(args),
  commitTransaction: ({ id, args, entities }) => entities.session(id).commitTransaction(args),
  abortTransaction: ({ id, args, entities }) => entities.session(id).abortTransaction(args),
  endSession: ({ id, entities }) => entities.session(id).endSession(),
  getSnapshotTime: async ({ id, entities }) => Reflect.get(entities.session(id), 'snapshotTime'),
  withTransaction: async ({ id, args: { callback, ...options }, entities }) => {
    const operations: Operation[] = callback
    await entities.session(id).withTransaction(async () => {
      for (const operation of operations) await runInCallback(operation, entities)
    }, options)
  },
}

const OPERATIONS = { client: CLIENT, database: DATABASE, collection: COLLECTION, session: SESSION }

// An error ends the callback with that error, so that the driver sees it.
async function runInCallback(operation: Operation, entities: Entities): Promise<void> {
  if (operation.ignoreResultAndError) {
    await dispatch(operation, entities)
    return
  }
  if (!operation.expectError) return runOperation(operation, entities)
  const error = await dispatch(operation, entities).then(
    () => new MismatchError(`${operation.name} succeeded, an error was expected`),
    (failure: unknown) => failure,
  )
  if (!(error instanceof MismatchError)) expectError(operation.expectError, error, entities)
  throw error
}

function returning({ returnDocument, ...options }: Document): Document {
  return returnDocument === undefined ? options : { ...options, returnDocument: String(returnDocument).toLowerCase() }
}

/** The driver adds an _id to the documents it inserts; the test's own are to stay as they are. */
function copyInsert(
  request: mongoose.mongo.AnyBulkWriteOperation<Document>,
): mongoose.mongo.AnyBulkWriteOperation<Document> {
  return 'insertOne' in request ? { insertOne: { document: { ...request.insertOne.document } } } : request
}

/** A model of the unified format ({ insertOne: {…} }) as the driver takes it ({ name: 'insertOne', … }). */
function toClientModel(model: Document): mongoose.mongo.AnyClientBulkWriteModel<Document> {
  const [[name, write] = ['', {}]] = Object.entries(model)
  const copied = write.document ? { ...write, document: { ...write.document } } : write
  // The name says which model it is.
  return { name, ...copied } as mongoose.mongo.AnyClientBulkWriteModel<Document>
}
