import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

type Step = readonly [kind: 'order' | 'pack' | 'unpack' | 'ship' | 'allocate' | 'receive' | 'cancel', units: number]
const steps = fc.array(
  fc.tuple(
    fc.constantFrom('order', 'pack', 'unpack', 'ship', 'allocate', 'receive', 'cancel'),
    fc.integer({ min: 1, max: 9 }),
  ),
  { minLength: 3, maxLength: 10 },
) as fc.Arbitrary<Step[]>

test('whatever is done to a line, its units and the figures of the level are those of a model', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { itemID, partNo } = await world.anItemWith(6)
      const { soNo } = await world.create([{ itemID, units: 8 }])
      const model = { stock: 6, units: 8, shipped: 0, packed: 0, committed: 6, backordered: 2, canceled: 0 }
      const allocate = () => {
        const moved = Math.min(model.backordered, model.stock - model.committed - model.packed)
        model.committed += moved
        model.backordered -= moved
      }
      for (const [kind, units] of script) {
        const one = { soNo, lines: [{ lineNo: 1, units }] }
        const isClosed = model.shipped + model.canceled === model.units
        let done: Promise<unknown>
        let isAllowed = true
        if (kind === 'receive') {
          done = world.receive(itemID, units)
          model.stock += units
        } else if (kind === 'order') {
          done = world.call(inventory.updateShippingOrder, one)
          const least = model.shipped + model.packed + model.canceled
          isAllowed = units >= least && !isClosed
          if (isAllowed) {
            const less = Math.max(0, model.units - units)
            const ofBackorder = Math.min(less, model.backordered)
            model.backordered += Math.max(0, units - model.units) - ofBackorder
            model.committed -= less - ofBackorder
            if (units > model.units) allocate()
            model.units = units
          }
        } else if (kind === 'pack') {
          done = world.call(inventory.packShippingOrder, one)
          isAllowed = units <= model.committed
          if (isAllowed) [model.committed, model.packed] = [model.committed - units, model.packed + units]
        } else if (kind === 'unpack') {
          done = world.call(inventory.unpackShippingOrder, one)
          isAllowed = units <= model.packed
          if (isAllowed) [model.committed, model.packed] = [model.committed + units, model.packed - units]
        } else if (kind === 'ship') {
          done = world.call(inventory.shipShippingOrder, { soNo })
          isAllowed = model.packed > 0
          model.stock -= model.packed
          model.shipped += model.packed
          model.packed = 0
        } else if (kind === 'allocate') {
          done = world.call(inventory.allocateShippingOrder, { soNo })
          isAllowed = !isClosed
          if (isAllowed) allocate()
        } else {
          done = world.call(inventory.cancelShippingOrder, { soNo })
          isAllowed = model.packed === 0
          if (isAllowed) {
            model.canceled += model.committed + model.backordered
            model.committed = 0
            model.backordered = 0
          }
        }
        if (isAllowed) await done
        else await expect(done).rejects.toMatchObject({ code: 'conflict' })
        const { stock, ...line } = model
        expect(await world.linesOf(soNo)).toMatchObject([line])
        const { committed, packed } = model
        expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: stock, committed, packed })
        const isOver = model.shipped + model.canceled === model.units
        const status = isOver ? 'Closed' : model.shipped + model.packed > 0 ? 'Partial' : 'Open'
        expect(await world.statusOf(soNo)).toBe(status)
      }
    }),
    { numRuns: 4 },
  )
  await reconciled()
})
