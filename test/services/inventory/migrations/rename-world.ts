import { expect } from 'vitest'
import { documentEvents } from '../../../../services/inventory/documents/stock-hooks.ts'
import { createMigrations } from '../../../../services/inventory/migrations/migrations.ts'
import { createModels } from '../../../../services/inventory/models.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { createCounters } from '../../../../shared/database/counters.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { createCapturedLog } from '../../../support/checks/captured-log.ts'
import { migrated } from '../../../support/migrated.ts'
import { unique } from '../../../support/records/factories.ts'
import { startPurchaseWorld } from '../documents/purchase/purchase-world.ts'
import { startStockWorld } from '../stock-world.ts'
import { connectInventory, plant, renumbered } from './planted-numbers.ts'

/** A world with a customer and an operator, and short words for documents that are renamed. */
export async function startRenameWorld() {
  const world = await startPurchaseWorld(['notifications'], startStockWorld)
  const database = await connectInventory(world)
  const customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID
  const differences = async () => (await world.reconcile()).differences
  const entriesOf = (reference: string) => database.collection('ledger').find({ reference }).sort({ _id: 1 }).toArray()
  const listed = async (reference: string) => (await world.call(inventory.listTransactions, { reference })).value
  const plantAs = (made: string, number: string, names?: readonly string[]) => plant(database, made, number, names)
  const { log, lines } = createCapturedLog()
  const events: OutgoingEvent[] = []
  const fault: { next?: Error | undefined } = {}
  const outbox = {
    add(outgoing: readonly OutgoingEvent[]) {
      const error = fault.next
      fault.next = undefined
      if (error) throw error
      events.push(...outgoing)
    },
  } as never
  const counters = createCounters(database, 10)
  const models = createModels(database)
  const migrations = createMigrations({ connection: database, models, counters, documentEvents, outbox, log })
  /** The migration of a name, without its version. */
  const migrationOf = (name: string) => {
    const found = migrations.find((one) => one.name.endsWith(name))
    if (!found) throw new Error(`There is no migration ${name}`)
    return found
  }
  /** Gives documents readable numbers, and the ledger these; the system goes on meanwhile. */
  const migrate = async () => {
    await migrated(migrationOf('readable-numbers'))
    return migrated(migrationOf('numbers-in-ledger'))
  }
  /** The number for which another one is an alias. */
  const presentOf = async (number: string) =>
    String(Object(await database.collection<{ _id: string }>('orderNumbers').findOne({ _id: number })).renamedTo)
  return {
    ...world,
    database,
    customer,
    differences,
    /** The entries of the ledger that name a document, as they are stored. */
    entriesOf,
    /** As a client lists them. */
    listed,
    plantAs,
    lines,
    events,
    /** The error of the next transaction of a migration. */
    fault,
    migrationOf,
    migrate,
    presentOf,
    aLine: async (units = 5) => ({ shortID: await world.newItem(), units, warehouse: 1 }),
    createWorkOrder: async (line: { shortID: string; units: number; warehouse: number }) =>
      (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [line] })).woNo,
    /** Gives a document that has stock a number of earlier versions, and migrates. */
    async renameFrom(made: string, number: string) {
      await plantAs(made, number)
      const entries = await entriesOf(number)
      expect(entries).not.toEqual([])
      await migrate()
      const newNumber = await presentOf(number)
      expect(await entriesOf(number)).toEqual([])
      expect(await entriesOf(newNumber)).toEqual(renumbered(entries, number, newNumber))
      expect(await differences()).toEqual([])
      const transactions = await listed(newNumber)
      expect(transactions.map(({ reference }) => reference)).toEqual(entries.map(() => newNumber))
      return { newNumber, entries }
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

export type RenameWorld = Awaited<ReturnType<typeof startRenameWorld>>
