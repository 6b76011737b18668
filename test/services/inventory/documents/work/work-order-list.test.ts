import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startWorkWorld, type WorkWorld } from './work-world.ts'

let world: WorkWorld
beforeAll(async () => {
  world = await startWorkWorld()
})

describe('The list of work orders', () => {
  /** Two orders of one assignee: the older one needs bolts in warehouse 1, the other nuts in warehouse 2. */
  async function twoOrders() {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const assignee = unique('TEAM')
    const create = async (shortID: string, warehouse: number, startDate: string, dueDate: string) =>
      (await world.create([{ shortID, units: 1, warehouse }], { assignee, startDate, dueDate })).woNo
    const older = await create(bolt, 1, '2026-01-01', '2026-02-01')
    const newer = await create(nut, 2, '2026-03-01', '2026-04-01')
    const list = async (query: object = {}, call = world.call) =>
      (await call(inventory.listWorkOrders, { assignee, ...query })).value.map(({ woNo }) => woNo)
    return { bolt, nut, assignee, older, newer, list }
  }

  test('is sorted, and filtered by start and due date, status, item and warehouse', async () => {
    const { bolt, older, newer, list } = await twoOrders()
    await world.start(newer)
    expect(await list()).toEqual([newer, older])
    expect(await list({ sort: 'woNo' })).toEqual([older, newer].toSorted())
    expect(await list({ startDate: '2026-02-01' })).toEqual([newer])
    expect(await list({ endDate: '2026-03-15' })).toEqual([older])
    expect(await list({ status: 'In Progress' })).toEqual([newer])
    expect(await list({ shortID: bolt })).toEqual([older])
    expect(await list({ warehouse: 2 })).toEqual([newer])
    expect(await list({ modifiedSince: '2099-01-01' })).toEqual([])
  })

  test('shows a client the orders whose every line lies in its warehouses, and it changes no others', async () => {
    const { bolt, nut, assignee, older, newer, list } = await twoOrders()
    const lines = [1, 2].map((warehouse) => ({ shortID: nut, units: 1, warehouse }))
    const { woNo: across } = await world.create(lines, { assignee })
    const { call } = await world.system.createClient({ warehouses: [1] })
    const refusal = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
    expect(await list({}, call)).toEqual([older])
    for (const woNo of [newer, across]) {
      await expect(call(inventory.getWorkOrder, { woNo })).rejects.toMatchObject(refusal)
      await expect(call(inventory.closeWorkOrder, { woNo })).rejects.toMatchObject(refusal)
    }
    for (const key of [{ warehouse: 2 }, { wid: 2 }]) {
      const lines = [{ lineNo: 2, shortID: bolt, units: 1, ...key }]
      await expect(call(inventory.updateWorkOrder, { woNo: older, lines })).rejects.toMatchObject(refusal)
    }
  })
})
