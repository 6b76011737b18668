import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type CountWorld, startCountWorld } from './count-world.ts'

let world: CountWorld
beforeAll(async () => {
  world = await startCountWorld()
})

const SPOTS = ['A-01', 'B-01', 'C-01'] as const
type Spot = (typeof SPOTS)[number]

/** A cell: what the books have, and what is there. */
interface Cell {
  books: number
  there: number
}

const kinds = ['receive', 'issue', 'move', 'count', 'count', 'adjust'] as const
interface Step {
  readonly kind: (typeof kinds)[number]
  readonly spot: Spot
  readonly to: Spot
  readonly units: number
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  spot: fc.constantFrom(...SPOTS),
  to: fc.constantFrom(...SPOTS),
  units: fc.integer({ min: 1, max: 12 }).map((halves) => halves / 2),
})
const units = fc.integer({ min: 0, max: 12 })
const script = fc.record({
  cells: fc.tuple(...SPOTS.map(() => fc.record({ books: units, there: units }))),
  /** Before the count is submitted, and after. */
  before: fc.array(step, { maxLength: 8 }),
  after: fc.array(step, { maxLength: 4 }),
})

test('counting among receipts, issues, moves and adjustments finds every unit again', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ cells, before, after }) => {
      const itemID = await world.newItem()
      const model = new Map<Spot, Cell>()
      for (const [index, spot] of SPOTS.entries()) model.set(spot, { books: 0, there: 0, ...cells[index] })
      const cellOf = (spot: Spot) => model.get(spot) ?? { books: 0, there: 0 }
      for (const [spot, { books }] of model) if (books > 0) await world.receive(itemID, books, { spot })
      const { countNo } = await world.both.create({ items: [itemID] })

      const count = (spot: Spot) => world.counter.count(countNo, itemID, spot, cellOf(spot).there)
      const change = (spot: Spot, by: number) => {
        const cell = cellOf(spot)
        cell.books += by
        cell.there += by
      }
      const play = async (steps: readonly Step[], mayCount: boolean) => {
        for (const { kind, spot, to, units } of steps) {
          const cell = cellOf(spot)
          // Nobody takes what is not there, nor what the books do not have.
          const isThere = units <= Math.min(cell.books, cell.there)
          if (kind === 'receive') {
            await world.receive(itemID, units, { spot })
            change(spot, units)
          } else if (kind === 'issue' && isThere) {
            await world.issue(itemID, units, { spot })
            change(spot, -units)
          } else if (kind === 'move' && isThere && to !== spot) {
            await world.move(itemID, units, { fromSpot: spot, toSpot: to })
            change(spot, -units)
            change(to, units)
          } else if (kind === 'adjust') {
            const { books: expected, there: counted } = cell
            const reasonCode = counted < expected ? 20 : 10
            await world.call(inventory.adjust, { itemID, wid: 1, spot, expected, counted, reasonCode })
            cell.books = counted
          } else if (kind === 'count' && mayCount) await count(spot)
        }
      }

      await play(before, true)
      const counted = new Set<string>()
      for (const { spot, state } of (await world.approver.get(countNo)).lines)
        if (state === 'Counted') counted.add(spot)
      for (const spot of SPOTS) if (!counted.has(spot)) await count(spot)
      await world.counter.submit(countNo)
      await world.approver.approve(countNo)
      await play(after, false)
      if ((await world.approver.post(countNo)).status === 'Open') {
        // The books of these lines were corrected since.
        for (const { spot, state } of (await world.approver.get(countNo)).lines)
          if (state === 'Recount') await count(SPOTS.find((known) => known === spot) ?? 'A-01')
        await world.settle(countNo)
      }
      expect(await world.approver.get(countNo)).toMatchObject({ status: 'Posted' })
      const found = await world.spotsOf(itemID)
      for (const [spot, { there }] of model) expect({ spot, units: found[spot] ?? 0 }).toEqual({ spot, units: there })
    }),
    { numRuns: 20, interruptAfterTimeLimit: 10_000 },
  )
  expect(await world.reconcile()).toMatchObject({ differences: [] })
}, 60_000)
