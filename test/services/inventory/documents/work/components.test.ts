import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { startWorkWorld, type WorkWorld } from './work-world.ts'

let world: WorkWorld
beforeAll(async () => {
  world = await startWorkWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })

describe('An issue that names a component', () => {
  test('raises what is completed and starts the order, beyond what is required too', async () => {
    const bolt = await world.newComponent()
    const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }])
    await world.issue(bolt, 5, { reference: woNo, line: 1 })
    const started = await world.get(woNo)
    expect(started).toMatchObject({
      status: 'In Progress',
      startDate: expect.any(String),
      lines: [{ unitsCompleted: 5 }],
    })
    await world.issue(bolt, 4.5, { reference: woNo, line: 1 })
    expect(await world.get(woNo)).toMatchObject({ startDate: started.startDate, lines: [{ unitsCompleted: 9.5 }] })
  })

  test('starts a planned order without a change of its start date', async () => {
    const [bolt, startDate] = [await world.newComponent(), '2026-03-01T00:00:00.000Z']
    const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }], { startDate })
    await world.issue(bolt, 5, { reference: woNo, line: 1 })
    expect(await world.get(woNo)).toMatchObject({ status: 'In Progress', startDate })
  })

  test('is taken off again by its reversal, also once the order is closed', async () => {
    const bolt = await world.newComponent()
    const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }])
    await world.issue(bolt, 5, { reference: woNo, line: 1 })
    const { transactionNo } = await world.issue(bolt, 2, { reference: woNo, line: 1 })
    await world.close(woNo)
    await world.call(inventory.reverse, { transactionNo })
    expect(await world.get(woNo)).toMatchObject({ status: 'Closed', lines: [{ unitsCompleted: 5 }] })
  })

  test('before the order was made is not in it, and neither is its reversal', async () => {
    const bolt = await world.newComponent()
    const { transactionNo } = await world.issue(bolt, 5, { reference: 'WO-LATER', line: 1 })
    const { recNo: recno } = await world.receive(bolt, 10)
    await world.create([{ shortID: bolt, units: 8, warehouse: 1 }], { woNo: 'WO-LATER' })
    await world.issue(bolt, 7, { reference: 'WO-LATER', line: 1, recno })
    await world.call(inventory.reverse, { transactionNo })
    expect(await world.get('WO-LATER')).toMatchObject({ lines: [{ unitsCompleted: 7 }] })
  })

  test('must name a line of the order, of its item and warehouse; without a line the reference is free text', async () => {
    const [bolt, nut] = [await world.newComponent(), await world.newComponent()]
    const { woNo } = await world.create([
      { shortID: bolt, units: 8, warehouse: 1 },
      { shortID: nut, units: 8, warehouse: 2 },
    ])
    const refusal = { details: { line: [expect.stringContaining('must be a line of the order in reference')] } }
    await expect(world.issue(nut, 1, { reference: woNo, line: 1 })).rejects.toMatchObject(refusal)
    await expect(world.issue(nut, 1, { reference: woNo, line: 2 })).rejects.toMatchObject(refusal)
    await expect(world.issue(bolt, 1, { reference: woNo, line: 3 })).rejects.toMatchObject(refusal)
    await world.issue(bolt, 1, { reference: woNo })
    expect(await world.get(woNo)).toMatchObject({ status: 'Open', lines: [{ unitsCompleted: 0 }, {}] })
  })

  test('is refused once the order is closed; of issues at the same moment, those that count were in time', async () => {
    const bolt = await world.newComponent()
    const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }])
    const issue = () => world.issue(bolt, 1, { reference: woNo, line: 1 })
    const issues = Promise.allSettled(Array.from({ length: 5 }, issue))
    await world.close(woNo)
    const issued = (await issues).filter(({ status }) => status === 'fulfilled').length
    expect(await world.get(woNo)).toMatchObject({ status: 'Closed', lines: [{ unitsCompleted: issued }] })
    await expect(issue()).rejects.toMatchObject(conflict(`Work order ${woNo} is closed.`))
    expect(await world.levelOf((await world.lotsOf(bolt))[0]?.partNo ?? 0)).toMatchObject({ inStock: 100 - issued })
  })

  test('takes what is reserved for it', async () => {
    const bolt = await world.newComponent()
    const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }])
    await world.call(inventory.createReservation, { itemID: bolt, wid: 1, units: 100, reference: woNo, line: 1 })
    await world.issue(bolt, 8, { reference: woNo, line: 1 })
    expect(await world.get(woNo)).toMatchObject({ lines: [{ unitsCompleted: 8 }] })
    const { value } = await world.call(inventory.listReservations, { reference: woNo })
    expect(value).toMatchObject([{ remaining: 92 }])
  })
})

test('what a work order made is received with its number and its product', async () => {
  const [bolt, cabinet] = [await world.newComponent(), await world.newItem()]
  const { woNo } = await world.create([{ shortID: bolt, units: 8, warehouse: 1 }])
  const { recNo } = await world.receive(cabinet, 1, { reference: woNo, prodID: 'CAB-400' })
  const { value } = await world.call(inventory.listTransactions, { reference: woNo, type: 'receive' })
  expect(value).toMatchObject([{ prodID: 'CAB-400', lots: [{ recNo }] }])
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
