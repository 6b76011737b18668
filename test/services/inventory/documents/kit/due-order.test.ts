import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
})
afterAll(() => world[Symbol.asyncDispose]())

test('orders sorted by what is due begin with the soonest open one; undated ones follow, closed ones are last', async () => {
  const bolt = await world.newItem()
  const days = ['2031-05-01', undefined, '2031-04-01', '2031-01-01', undefined, '2031-04-01']
  const made: string[] = []
  for (const expectedDate of days) {
    const lines = [{ shortID: bolt, units: 1, warehouse: 1 }]
    made.push((await world.create(lines, { expectedDate })).poNo)
  }
  for (const at of [3, 4]) await world.ofOrder(made[at] ?? '').cancel()
  const wanted = [2, 5, 0, 1, 3, 4].map((at) => made[at])
  const read: string[] = []
  for (let page = 1; page <= 3; page++) {
    const answer = await world.call(inventory.listPurchaseOrders, { shortID: bolt, sort: 'DUE', page, pageSize: 2 })
    expect(answer).toMatchObject({ totalCount: 6, hasMore: page < 3 })
    expect(Object.keys(answer.value[0] ?? {})).not.toContain('dueRank')
    read.push(...answer.value.map(({ poNo }) => poNo))
  }
  expect(read).toEqual(wanted)

  const followed: string[] = []
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const query = { shortID: bolt, sort: 'due', pageSize: 2, ...(after !== undefined && { after }) }
    const { output, next } = await world.system.callPage(inventory.listPurchaseOrders, query)
    followed.push(...(output as { readonly value: readonly { readonly poNo: string }[] }).value.map(({ poNo }) => poNo))
    after = next
  }
  expect(followed).toEqual(wanted)
})
