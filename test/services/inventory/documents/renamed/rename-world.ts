import { expect } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createCtlWorld } from '../../../../ctl/ctl-world.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'
import { startPurchaseWorld } from '../purchase/purchase-world.ts'
import { connectInventory, plant } from './planted-numbers.ts'

/** A world with a customer and an operator, and short words for documents that are renamed. */
export async function startRenameWorld() {
  const world = await startPurchaseWorld(['notifications'], startStockWorld)
  const ctl = createCtlWorld(world.system)
  const database = await connectInventory(world)
  const customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID
  const differences = async () => (await world.reconcile()).differences
  const entriesOf = (reference: string) => database.collection('ledger').find({ reference }).sort({ _id: 1 }).toArray()
  const listed = async (reference: string) => (await world.call(inventory.listTransactions, { reference })).value
  const plantAs = (made: string, number: string, names?: readonly string[]) => plant(database, made, number, names)
  const rename = (number: string, newNumber: string) =>
    ctl.json('number', 'rename', '--number', number, '--new-number', newNumber)
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
    aLine: async (units = 5) => ({ shortID: await world.newItem(), units, warehouse: 1 }),
    createWorkOrder: async (line: { shortID: string; units: number; warehouse: number }) =>
      (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [line] })).woNo,
    /** Gives a document that has stock a number of earlier versions, and then renames it; the ledger stays as it is. */
    async renameFrom(made: string, number: string) {
      await plantAs(made, number)
      const newNumber = unique('NEW')
      const entries = await entriesOf(number)
      expect(entries).not.toEqual([])
      expect(await rename(number, newNumber)).toMatchObject({ number: newNumber, status: 'renamed' })
      expect(await entriesOf(number)).toEqual(entries)
      expect(await entriesOf(newNumber)).toEqual([])
      expect(await differences()).toEqual([])
      const transactions = await listed(newNumber)
      expect(transactions.map(({ reference }) => reference)).toEqual(entries.map(() => newNumber))
      expect(await listed(number)).toEqual(transactions)
      return { newNumber, entries }
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      await ctl[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

export type RenameWorld = Awaited<ReturnType<typeof startRenameWorld>>
