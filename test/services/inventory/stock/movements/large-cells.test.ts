import { expect, test } from 'vitest'
import { inventory, MAX_BATCH_LINES, MAX_CELL_LOTS } from '../../../../../shared/contract/inventory/inventory.ts'
import { keep } from '../../../../support/keep.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'

test('a spot with one lot too many is not adjusted, and the refusal says how many there are; with as many as may be it is', async () => {
  const world = keep(await startStockWorld())
  const itemID = await world.newItem()
  const lines = Array.from({ length: MAX_BATCH_LINES }, () => ({
    action: 'receive',
    ...aReceipt({ itemID, units: 1 }),
  }))
  for (let count = 0; count <= MAX_CELL_LOTS; count += lines.length)
    await world.call(inventory.batch, { mode: 'atomic', lines: lines.slice(0, MAX_CELL_LOTS + 1 - count) })
  const cell = { itemID, wid: 1, spot: 'A-01', reasonCode: 20, counted: 1 }
  await expect(world.call(inventory.adjust, { ...cell, expected: MAX_CELL_LOTS + 1 })).rejects.toMatchObject({
    code: 'conflict',
    message: `Too many lots at the spot: there are ${MAX_CELL_LOTS + 1}, at most ${MAX_CELL_LOTS} can be counted.`,
  })
  await world.issue(itemID, 1)
  const adjusted = await world.call(inventory.adjust, { ...cell, expected: MAX_CELL_LOTS })
  expect(adjusted).toMatchObject({ status: 'adjusted', units: 1 - MAX_CELL_LOTS })
}, 180_000)
