import type mongoose from 'mongoose'
import { Entities, UnsupportedError } from './entities.ts'
import { expectEvents } from './events.ts'
import { expectMatch } from './match.ts'
import { runOperation } from './operations.ts'
import { type Server, unmetRequirement } from './requirements.ts'
import type { CollectionData, SpecFile, SpecTest } from './test-file.ts'

type MongoClient = mongoose.mongo.MongoClient

/** The outcome of one test. */
export interface TestResult {
  file: string
  test: string
  outcome: 'passed' | 'failed' | 'skipped'
  reason: string
}

/** Where tests run: a client for data and fail points, the address for the test's own clients. */
export interface Target {
  uri: string
  client: MongoClient
  server: Server
  /** Others use the server too: their transactions are left alone. */
  isShared: boolean
}

/** Runs the tests of a file, one after the other. */
export async function runSpecFile(file: SpecFile, target: Target): Promise<TestResult[]> {
  const results: TestResult[] = []
  for (const test of file.tests) {
    const result = await runSpecTest(file, test, target)
    results.push({ file: file.path, test: test.description, ...result })
  }
  return results
}

/** Runs one test of a file. */
export async function runSpecTest(
  file: SpecFile,
  test: SpecTest,
  target: Target,
): Promise<Pick<TestResult, 'outcome' | 'reason'>> {
  const unmet = test.skipReason ?? unmetRequirement([file.runOnRequirements, test.runOnRequirements], target.server)
  if (unmet !== undefined) return { outcome: 'skipped', reason: unmet }
  const entities = new Entities(target.uri, target.client)
  try {
    if (!target.isShared) await target.client.db('admin').command({ killAllSessions: [] })
    await fill(file.initialData ?? [], target.client)
    await entities.create(file.createEntities ?? [])
    for (const operation of test.operations) await runOperation(operation, entities)
    for (const expected of test.expectEvents ?? []) expectEvents(expected, entities)
    await expectOutcome(test.outcome ?? [], entities, target.client)
    return { outcome: 'passed', reason: '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: error instanceof UnsupportedError ? 'skipped' : 'failed', reason }
  } finally {
    await disableFailPoints(file, target)
    await entities.close()
  }
}

async function fill(collections: CollectionData[], client: MongoClient): Promise<void> {
  for (const { databaseName, collectionName, documents, createOptions } of collections) {
    const database = client.db(databaseName)
    await database.collection(collectionName).drop()
    await database.createCollection(collectionName, createOptions)
    if (documents.length > 0)
      await database.collection(collectionName).insertMany(documents.map((each) => ({ ...each })))
  }
}

async function expectOutcome(collections: CollectionData[], entities: Entities, client: MongoClient): Promise<void> {
  for (const { databaseName, collectionName, documents } of collections) {
    const collection = client.db(databaseName).collection(collectionName)
    const found = await collection.find({}, { sort: { _id: 1 }, readConcern: 'local' }).toArray()
    expectMatch(documents.map((document) => ({ $$: document })).length, found.length, entities, 'outcome.length')
    for (const [i, document] of documents.entries()) expectMatch(document, found[i], entities, `outcome[${i}]`, false)
  }
}

// On a shared server only those of the programs that the file names.
async function disableFailPoints(file: SpecFile, { client, isShared }: Target): Promise<void> {
  const appNames = (file.createEntities ?? []).map((entity) => entity.client?.uriOptions?.appname)
  for (const appName of isShared ? appNames.filter(Boolean) : [undefined]) {
    for (const configureFailPoint of ['failCommand', 'onPrimaryTransactionalWrite']) {
      const off = { configureFailPoint, mode: 'off', ...(appName && { data: { appName } }) }
      await client.db('admin').command(off)
    }
  }
}
