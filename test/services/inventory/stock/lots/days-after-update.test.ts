import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRegistries } from '../../../../../services/inventory/masters/registries.ts'
import { createExpiryZones, type ExpiryZones } from '../../../../../services/inventory/stock/lots/expiry-zones.ts'
import { createLotModel } from '../../../../../services/inventory/stock/lots/lot.model.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { uniqueSystem } from '../../../../support/servers/system-name.ts'
import { registerBasics } from '../../../../support/system/registries.ts'
import { startSystem, type TestSystem } from '../../../../support/system/system.ts'
import { stockWords } from '../../stock-world.ts'

const HOUR_MS = 3_600_000
/** Ends its days 11 hours after those of UTC. */
const WEST = 'Pacific/Pago_Pago'
const [MIDNIGHT, END_IN_WEST] = ['2031-01-31T00:00:00.000Z', '2031-02-01T11:00:00.000Z']

let system: TestSystem
let world: ReturnType<typeof stockWords>
let database: Connection
let zones: ExpiryZones

// The database of an earlier version, which is migrated; and a process of today that starts beside those of then.
beforeAll(async () => {
  const stored = { system: uniqueSystem(), storageSecret: Buffer.alloc(32) }
  database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${stored.system}-inventory` })
    .asPromise()
  zones = createExpiryZones(database, createLotModel(database), createRegistries(database))
  await storeEarlier({ _id: 900_000 })
  await zones.prepare('before')
  system = await startSystem({ services: ['catalog', 'inventory'], stored })
  await registerBasics(system.call)
  await system.call(inventory.updateWarehouse, { wid: 1, timeZone: WEST })
  world = stockWords((await system.createClient()).call)
})
afterAll(async () => {
  await database.close()
  await system[Symbol.asyncDispose]()
})

type StoredLot = { _id: number; expires?: Date; expiresDay?: string | null }
const storedLots = () => database.collection<StoredLot>('lots')
const storedLot = (recNo: number) => storedLots().findOne({ _id: recNo })
const marks = () => database.collection<{ _id: string; state: string; at: Date }>('marks')
const setMark = (state: string, at: Date) => marks().updateOne({ _id: 'expiry days' }, { $set: { state, at } })

/** A lot of the warehouse 1 as an earlier version stores it. */
const storeEarlier = (lot: StoredLot) =>
  storedLots().insertOne({
    expires: new Date(MIDNIGHT),
    ...{ wid: 1, partNo: 900_000, active: false, modified: new Date(), received: new Date(), version: 1 },
    ...lot,
  })

const asEarlier = { expires: new Date(MIDNIGHT) }
const asDay = { expires: new Date(END_IN_WEST), expiresDay: '2031-01-31' }

test('until an update is over, lots are written as the earlier version reads them; then they have days', async () => {
  const itemID = await world.newItem()
  const received = await world.receive(itemID, 9, { wid: 1, expires: '2031-01-31' })
  const moment = await world.receive(itemID, 1, { wid: 1, expires: '2031-01-31T09:00:00Z' })
  const moved = await world.move(itemID, 2, { wid: 1, shipToWid: 1, toSpot: 'B' })
  const { call } = await system.createClient()
  const lines = [{ itemID, units: 3 }]
  const shipped = await call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines })
  const [inTransit = 0] = shipped.lines.flatMap(({ lots }) => lots.map(({ recNo }) => recNo))
  for (const recNo of [900_000, received.recNo, moved.recNo, inTransit]) {
    const lot = await storedLot(recNo)
    expect(lot).toMatchObject(asEarlier)
    expect(lot).not.toHaveProperty('expiresDay')
  }

  await zones.prepare('after')
  for (const recNo of [900_000, received.recNo, moved.recNo]) expect(await storedLot(recNo)).toMatchObject(asDay)
  const endThere = { expires: new Date('2031-02-01T00:00:00.000Z'), expiresDay: '2031-01-31' }
  expect(await storedLot(inTransit)).toMatchObject(endThere)
  expect(await storedLot(moment.recNo)).toMatchObject({ expires: new Date('2031-01-31T09:00Z'), expiresDay: null })

  const later = await world.receive(itemID, 1, { wid: 1, expires: '2031-01-31' })
  expect(await storedLot(later.recNo)).toMatchObject(asDay)
})

test('what a transaction wrote that had begun before the end of the update is completed after it', async () => {
  await zones.prepare('after')
  await setMark('kept', new Date())
  await storeEarlier({ _id: 900_001 })
  expect(await zones.followRecent()).toBe(true)
  expect(await storedLot(900_001)).toMatchObject(asDay)
})

test('a start during an update changes no lot, one a day later does, and so does a process that goes on', async () => {
  await storeEarlier({ _id: 900_002 })
  await setMark('earlier', new Date(Date.now() - 23 * HOUR_MS))
  await zones.prepare('unknown')
  expect(await zones.followRecent()).toBe(false)
  expect(await storedLot(900_002)).not.toHaveProperty('expiresDay')
  await setMark('earlier', new Date(Date.now() - 25 * HOUR_MS))
  await zones.followRecent()
  expect(await storedLot(900_002)).toMatchObject(asDay)

  await storeEarlier({ _id: 900_003 })
  await setMark('earlier', new Date(Date.now() - 25 * HOUR_MS))
  await zones.prepare('unknown')
  expect(await storedLot(900_003)).toMatchObject(asDay)
})

test('lots get their days also if that was interrupted before', async () => {
  await storeEarlier({ _id: 900_004 })
  await setMark('completing', new Date())
  await zones.prepare('before')
  expect(await storedLot(900_004)).toMatchObject(asDay)
})

test('a migration that is repeated makes an update no longer, but begins one that was given up anew', async () => {
  const migratedAt = async (hoursAgo: number) => {
    const before = new Date(Date.now() - hoursAgo * HOUR_MS)
    await setMark('earlier', before)
    await zones.prepare('before')
    const mark = await marks().findOne({ _id: 'expiry days' })
    expect(mark?.state).toBe('earlier')
    return mark?.at.getTime() === before.getTime() ? 'then' : 'now'
  }
  expect([await migratedAt(23), await migratedAt(25)]).toEqual(['then', 'now'])
})

test('a first start completes what is there at once', async () => {
  await storeEarlier({ _id: 900_005 })
  await marks().deleteMany({})
  await zones.prepare('unknown')
  expect(await storedLot(900_005)).toMatchObject(asDay)
})
