import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFollower } from '../../../services/reporting/follower/follower.ts'
import { createGenerations, type Generation } from '../../../services/reporting/follower/generation.model.ts'
import type { History } from '../../../services/reporting/history/history.ts'
import { createHistoryOf } from '../../../services/reporting/history-of.ts'
import { createReporting } from '../../../services/reporting/service.ts'
import { reporting } from '../../../shared/contract/reports/reporting.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { type ReportSystem, startReportSystem } from '../../gateway/reports/frame-world.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

let world: ReportSystem
let itemID: string
beforeAll(async () => {
  world = await startReportSystem()
  itemID = await world.newItem()
  for (const units of [5, 6, 7]) await world.receive(itemID, units)
  await world.issue(itemID, 2)
  await world.knows(itemID, 16)
})
afterAll(() => world[Symbol.asyncDispose]())

const database = () => connectDatabase(`${world.system.system}-reporting`)

interface GenerationRow {
  readonly _id: number
  readonly sequence: number
  readonly isCurrent: boolean
}

/** Another process of the service. */
function startAnother() {
  const { system, keysOf } = world.system
  const config = { system, rabbitUrl: serverUrl('RABBITMQ_URL'), mongoUri: serverUrl('MONGODB_URI'), timeZone: 'UTC' }
  return createReporting({ ...config, keys: keysOf('reporting') }, createCapturedLog().log)
}

/** Everything that was derived, without what tells generations apart. */
async function derivedIn(generation: number, from?: Connection) {
  const connection = from ?? (await database())
  const names = (await connection.listCollections()).map(({ name }) => name)
  const own = names.filter((name) => name.endsWith(`_${generation}`)).toSorted()
  const records = own.map((name) =>
    connection
      .collection(name)
      .find({}, { projection: { _id: 0 } })
      .toArray(),
  )
  const texts = (await Promise.all(records)).map((of) => of.map((record) => JSON.stringify(record)).toSorted())
  return Object.fromEntries(own.map((name, index) => [name.replace(/_\d+$/, ''), texts[index]]))
}

test('two processes derive from each change once, even if one ends during its work', async () => {
  const bolt = await world.newItem()
  let units = 0
  for (let round = 1; round <= 3; round++) {
    const another = await startAnother()
    await Promise.all([world.receive(bolt, round), world.receive(bolt, 10 * round)])
    units += 11 * round
    await another[Symbol.asyncDispose]()
  }
  await world.knows(bolt, units)
  const { body } = await world.run(`22?itemID=${bolt}`)
  expect(body.value).toMatchObject([{ opening: 0, received: units, closing: units }])
})

test('followers that do not know of each other, and derive pages ahead, derive from each change once', async () => {
  const connection = await database()
  const { log, lines } = createCapturedLog()
  const [generations, historyOf] = [createGenerations(connection), createHistoryOf(connection)]
  const always = { prepare: async () => undefined, hold: async () => true, release: async () => undefined }
  const deps = { connection, call: world.system.call, generations, historyOf, lease: always, log, pageSize: 2 }
  await using _one = startFollower(deps)
  await using _other = startFollower(deps)
  const bolt = await world.newItem()
  for (let units = 1; units <= 20; units++) await world.receive(bolt, units)
  await world.knows(bolt, 210)
  const { body } = await world.run(`22?itemID=${bolt}`)
  expect(body.value).toMatchObject([{ opening: 0, received: 210, closing: 210 }])
  expect(JSON.stringify(lines)).toContain('Another process has derived from these changes')
})

test('where only the first changes of a page fit, the others are derived next', async () => {
  const connection = await connectDatabase()
  const historyOf = createHistoryOf(connection)
  const oneAtATime = (generation: number) => {
    const history = historyOf(generation)
    const derive: History['derive'] = (changes, before) => history.derive(changes.slice(0, 1), before)
    return { ...history, derive }
  }
  const generations = createGenerations(connection)
  await generations.add(1, true)
  await historyOf(1).prepare()
  const always = { prepare: async () => undefined, hold: async () => true, release: async () => undefined }
  const deps = { connection, call: world.system.call, generations, lease: always, log: createCapturedLog().log }
  await using _follower = startFollower({ ...deps, historyOf: Object.assign(oneAtATime, { drop: historyOf.drop }) })
  await expect.poll(async () => (await generations.current()).hasCaughtUp).toBe(true)
  expect(await derivedIn(1, connection)).toEqual(await derivedIn(1))
})

test('a rebuild derives the same from the whole feed, and reports answer meanwhile', async () => {
  const before = await derivedIn(1)
  const rows = (await world.run('1001?sort=units')).body.value
  const { call } = world.system
  expect(await call(reporting.rebuildReports, {})).toEqual({ generation: 2, status: 'started' })
  expect(Object.keys(await derivedIn(2))).toEqual(Object.keys(before))
  const generations = (await database()).collection<GenerationRow>('generations')
  const currentOf = async () => {
    expect((await world.run('1001')).status).toBe(200)
    return (await generations.findOne({ isCurrent: true }))?._id
  }
  await expect.poll(currentOf, { timeout: 40_000 }).toBe(2)
  expect(await derivedIn(2)).toEqual(before)
  expect((await world.run('1001?sort=wid')).body.value).toEqual(rows)
  expect(await call(reporting.rebuildReports, {})).toEqual({ generation: 3, status: 'started' })
  await world.receive(itemID, 1)
  await world.knows(itemID, 17)
  await expect.poll(currentOf, { timeout: 40_000 }).toBe(3)
  await world.receive(itemID, 1)
  await world.knows(itemID, 18)
})

test('entries of events of an earlier version are completed by inventory', async () => {
  const bolt = await world.newItem()
  await world.receive(bolt, 5)
  await world.knows(bolt, 5)
  const connection = await connectDatabase(`${world.system.system}-notifications`)
  const changes = connection.collection<{ _id: number; data: { itemID?: string } }>('changes')
  const { modifiedCount } = await changes.updateMany({ 'data.itemID': bolt }, { $unset: { 'data.lots.0.facts': '' } })
  expect(modifiedCount).toBe(1)
  const { generation } = await world.system.call(reporting.rebuildReports, {})
  const generations = (await database()).collection<GenerationRow>('generations')
  const current = async () => (await generations.findOne({ isCurrent: true }))?._id
  await expect.poll(current, { timeout: 40_000 }).toBe(generation)
  const { body } = await world.run(`1001?itemID=${bolt}&by=lot`)
  expect(body.value).toMatchObject([{ shortID: bolt, inStock: 5 }])
})

test('reports are refused until the feed has been read whole for the first time', async () => {
  const generations = createGenerations(await connectDatabase(aDatabase()))
  await generations.add(1, true)
  await expect(generations.readable()).rejects.toMatchObject({ code: 'service_unavailable' })
  await generations.catchUp(await generations.current())
  expect(await generations.readable()).toMatchObject({ _id: 1 })
})

test('what takes the place of a generation that was not followed is read once it has caught up', async () => {
  const connection = await connectDatabase(aDatabase())
  const generations = createGenerations(connection)
  await generations.add(1, true)
  await generations.add(2, false)
  await connection.collection<GenerationRow>('generations').updateOne({ _id: 1 }, { $set: { format: 1 } })
  const [current, next] = await generations.list()
  if (!current || !next) throw new Error('There are not two generations')
  await inTransaction(connection, Date.now() + 10_000, (session) => generations.replace(current, next, session))
  await expect(generations.readable()).rejects.toMatchObject({ code: 'service_unavailable' })
  await generations.catchUp(await generations.current())
  expect(await generations.readable()).toMatchObject({ _id: 2 })
})

test('what an earlier version derived is not read, and is derived anew at the start', async () => {
  const generations = (await database()).collection<GenerationRow>('generations')
  const rows = (await world.run('1001?sort=wid')).body.value
  await generations.updateOne({ isCurrent: true }, { $set: { format: 1 } })
  expect(await world.run('1001?sort=wid')).toMatchObject({ status: 503, body: { error: 'service_unavailable' } })
  await using _another = await startAnother()
  await expect.poll(async () => (await world.run('1001?sort=wid')).status, { timeout: 40_000 }).toBe(200)
  expect((await world.run('1001?sort=wid')).body.value).toEqual(rows)
})

test('what an earlier version had not finished to derive anew is dropped, once another one is current', async () => {
  const connection = await database()
  const records = connection.collection<Generation>('generations')
  const [generations, historyOf] = [createGenerations(connection), createHistoryOf(connection)]
  const stale = (await generations.current())._id + 1
  await historyOf(stale).prepare()
  // The earlier version may make other collections.
  await connection.dropCollection(`reorderStates_${stale}`)
  await records.updateOne({ isCurrent: true }, { $set: { format: 1 } })
  await records.insertOne({ _id: stale, format: 1, sequence: 0, at: new Date(0), isCurrent: false })
  await using _another = await startAnother()
  await expect.poll(async () => (await generations.current())._id, { timeout: 40_000 }).toBe(stale + 1)
  await expect.poll(async () => (await generations.list()).map(({ _id }) => _id)).not.toContain(stale)
  expect(await derivedIn(stale)).toEqual({})
  await expect.poll(async () => (await world.run('1001?sort=wid')).status).toBe(200)
  const rebuild = () => world.system.call(reporting.rebuildReports, {})
  expect(await rebuild()).toEqual({ generation: stale + 2, status: 'started' })
})

test('the status of the service says how far reports are behind', async () => {
  const { figures } = await world.system.call(reporting.status, {})
  expect(figures).toMatchObject({ reporting_lag_seconds: 0 })
})
