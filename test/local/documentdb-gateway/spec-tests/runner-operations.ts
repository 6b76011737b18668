import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'bson'
import { type Entities, UnsupportedError } from './entities.ts'
import { MismatchError } from './match.ts'

/** Runs an operation of the object "testRunner". */
export async function runTestRunnerOperation(name: string, args: Document, entities: Entities): Promise<void> {
  switch (name) {
    case 'failPoint':
      await entities.client(args.client).db('admin').command(args.failPoint)
      return
    case 'createEntities':
      return entities.create(args.entities)
    case 'assertSameLsidOnLastTwoCommands':
      return expectLsids(true, args.client, entities)
    case 'assertDifferentLsidOnLastTwoCommands':
      return expectLsids(false, args.client, entities)
    case 'assertSessionDirty':
      return expectDirty(true, args.session, entities)
    case 'assertSessionNotDirty':
      return expectDirty(false, args.session, entities)
    case 'assertSessionUnpinned':
      return expectThat(!entities.session(args.session).isPinned, 'the session is pinned')
    case 'assertCollectionExists':
    case 'assertCollectionNotExists':
      return expectCollection(name === 'assertCollectionExists', args, entities)
    case 'assertIndexExists':
    case 'assertIndexNotExists':
      return expectIndex(name === 'assertIndexExists', args, entities)
    case 'assertSessionTransactionState':
      return expectTransactionState(args, entities)
    default:
      throw new UnsupportedError(`the operation ${name} of the test runner`)
  }
}

function expectLsids(areSame: boolean, client: string, entities: Entities): void {
  const [first, second] = entities.events(client).sent.slice(-2)
  const same = isDeepStrictEqual(first?.lsid, second?.lsid)
  expectThat(same === areSame, `the lsids of the last two commands are ${same ? 'the same' : 'different'}`)
}

function expectDirty(isDirty: boolean, session: string, entities: Entities): void {
  expectThat(
    entities.session(session).serverSession?.isDirty === isDirty,
    `the session is ${isDirty ? 'not ' : ''}marked as dirty`,
  )
}

async function expectCollection(exists: boolean, args: Document, entities: Entities): Promise<void> {
  const { databaseName, collectionName } = args
  const found = await entities.internalClient.db(databaseName).listCollections({ name: collectionName }).toArray()
  expectThat(found.length > 0 === exists, `collection ${collectionName} ${exists ? 'does not exist' : 'exists'}`)
}

async function expectIndex(exists: boolean, args: Document, entities: Entities): Promise<void> {
  const { databaseName, collectionName, indexName } = args
  const collection = entities.internalClient.db(databaseName).collection(collectionName)
  const indexes = await collection.indexes().catch(() => [])
  const found = indexes.some(({ name }) => name === indexName)
  expectThat(found === exists, `index ${indexName} ${exists ? 'does not exist' : 'exists'}`)
}

function expectTransactionState({ session, state }: Document, entities: Entities): void {
  const actual: unknown = Reflect.get(entities.session(session), 'transaction')?.state
  const names = { none: 'NO_TRANSACTION', starting: 'STARTING_TRANSACTION', in_progress: 'TRANSACTION_IN_PROGRESS' }
  const expected =
    Object.entries(names).find(([name]) => name === state)?.[1] ?? `TRANSACTION_${String(state).toUpperCase()}`
  expectThat(actual === expected, `the transaction is ${actual}, not ${expected}`)
}

function expectThat(condition: boolean, otherwise: string): void {
  if (!condition) throw new MismatchError(otherwise)
}
