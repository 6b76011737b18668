import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem, aReceipt, unique } from '../../support/records/factories.ts'
import { connectAgent } from './agent.ts'
import { type AgentWorld, startAgentWorld } from './agent-world.ts'

let world: AgentWorld
let { system, client, agent, itemID } = {} as AgentWorld
beforeAll(async () => {
  world = await startAgentWorld()
  ;({ system, client, agent, itemID } = world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const anIssue = (units: number) => ({ itemID, units, wid: 1, reasonCode: 20 })
const inStock = async () => (await client.api.inventory.listStockLevels({ itemID })).body.value[0]?.inStock ?? 0

describe('An agent that is asked to receive against an order', () => {
  test('finds the order, receives what came, finds what is short, and explains it', async () => {
    const vendor = unique('VENDOR')
    await client.api.inventory.createVendor({ shortID: vendor, name: vendor })
    const line = { shortID: itemID, units: 12, warehouse: 1 }
    const { poNo } = (await client.api.inventory.createPurchaseOrder({ vendor, lines: [line] })).body

    const open = await agent.ask<Page<{ poNo: string }>>('listOpenPurchaseOrders', { vendor })
    expect(open.value.map((order) => order.poNo)).toEqual([poNo])
    const [due] = (await agent.ask<Page<Progress>>('listPurchaseOrderLines', { poNo })).value
    const receipt = { itemID, units: 9, wid: 1, reasonCode: 10, reference: poNo, line: due?.lineNo }
    const planned = await agent.ask<Planned>('planReceive', receipt)
    expect(planned).toMatchObject({ lots: ['a new lot of 9 in warehouse 1'], wouldAnswer: { units: 9 } })
    expect(await inStock()).toBe(0)
    expect(await agent.ask('commitReceive', { ...receipt, plan: planned.plan })).toMatchObject({ units: 9 })

    const shortage = await agent.call('planIssue', anIssue(12)).catch(String)
    expect(shortage).toContain('409 conflict: Insufficient stock: requested 12, available 9.')
    expect(shortage).toContain('What to do next: Read the state that the message names, and decide anew.')
    const [left] = (await agent.ask<Page<Progress>>('listPurchaseOrderLines', { poNo })).value
    const { units, unitsOpen, unitsReceived } = left ?? {}
    const explanation = `${unitsOpen} of ${units} ordered in ${poNo} have not come: ${unitsReceived} are here.`
    expect(explanation).toBe(`3 of 12 ordered in ${poNo} have not come: 9 are here.`)
    await agent.write('Issue', anIssue(9))
    expect(await inStock()).toBe(0)
  })
})

describe('A write is two tools', () => {
  test('what was planned is done once, however often it is committed', async () => {
    await client.api.inventory.receive(aReceipt({ itemID, units: 5 }))
    const { plan } = await agent.ask<Planned>('planIssue', anIssue(2))
    const first = await agent.call('commitIssue', { ...anIssue(2), plan })
    const second = await agent.call('commitIssue', { ...anIssue(2), plan })
    expect(second).toBe(`This plan had been committed before; nothing was done again. Its response was:\n${first}`)
    expect(await inStock()).toBe(3)
    await agent.write('Issue', anIssue(3))
  })

  test('a plan that no longer holds is refused, with what differs and what to do', async () => {
    const { recNo } = (await client.api.inventory.receive(aReceipt({ itemID, units: 5 }))).body
    await client.api.inventory.receive(aReceipt({ itemID, units: 4 }))
    const move = { itemID, units: 5, wid: 1, toSpot: 'B' }
    const { plan } = await agent.ask<Planned>('planMove', move)
    await client.api.inventory.issue(anIssue(2))
    const refused = agent.call('commitMove', { ...move, plan })
    await expect(refused).rejects.toThrow(
      `409 conflict: The request would not do what was planned. Now: lot ${recNo}: 3 to`,
    )
    await expect(refused).rejects.toThrow('Then call planMove, and commit its plan.')
    expect(await agent.write('Move', move)).toMatchObject({ units: 5 })
    const { plan: ofLess } = await agent.ask<Planned>('planIssue', anIssue(3))
    await expect(agent.call('commitIssue', { ...anIssue(4), plan: ofLess })).rejects.toThrow(
      'planIssue has not returned this plan for these arguments.',
    )
    await agent.write('Issue', anIssue(7))
  })

  test('of a document, whose number it gets when it is made', async () => {
    const order = { description: 'Table', lines: [{ shortID: itemID, units: 1, warehouse: 1 }] }
    const planned = await agent.ask<Planned>('planCreateWorkOrder', order)
    expect(planned.wouldAnswer).toMatchObject({ woNo: '', status: 'Open' })
    const made = await agent.ask('commitCreateWorkOrder', { ...order, plan: planned.plan })
    expect(made).toMatchObject({ woNo: expect.stringMatching(/^WO-/) })
  })

  test('of a write without a dry run, the plan holds for its arguments', async () => {
    const item = anItem()
    const { plan } = await agent.ask<Planned>('planCreateItem', item)
    const { shortID, ...others } = item
    const other = agent.call('commitCreateItem', { ...item, description: 'Other', plan })
    await expect(other).rejects.toThrow('planCreateItem has not returned this plan for these arguments. Call it first.')
    expect(await agent.ask('commitCreateItem', { plan, ...others, shortID })).toMatchObject({ shortID })
    const twice = await agent.call('commitCreateItem', { ...item, plan })
    expect(twice).toContain('This plan had been committed before')
  })

  test('binds all of its arguments: dates, priorities and numbers too', async () => {
    const customer = unique('CUSTOMER')
    await client.api.inventory.createCustomer({ shortID: customer, name: customer })
    const order = { customer, shipDate: '2030-01-31', lines: [{ shortID: itemID, units: 1, warehouse: 1 }] }
    const { plan } = await agent.ask<Planned>('planCreateShippingOrder', order)
    for (const other of [{ shipDate: '2039-01-31' }, { priority: 1 }, { soNo: unique('SO') }]) {
      const committed = agent.call('commitCreateShippingOrder', { ...order, ...other, plan })
      await expect(committed).rejects.toThrow('planCreateShippingOrder has not returned this plan for these arguments.')
    }
    const withNulls = { ...order, soNo: null, plan }
    expect(await agent.ask('commitCreateShippingOrder', withNulls)).toMatchObject({
      shipDate: '2030-01-31T00:00:00.000Z',
    })
  })

  test('is signed: one that anybody could calculate is refused, with a dry run and without', async () => {
    const item = anItem()
    const { plan } = await agent.ask<Planned>('planCreateItem', item)
    const [tag = '', nonce = '', signature = ''] = plan.split('~')
    const otherNonce = `${nonce.startsWith('A') ? 'B' : 'A'}${nonce.slice(1)}`
    for (const forged of [
      [tag, otherNonce, signature].join('~'),
      ['r1.'.padEnd(25, 'A'), nonce].join('~'),
      [tag, nonce, signature.toLowerCase().toUpperCase()].join('~'),
    ])
      await expect(agent.call('commitCreateItem', { ...item, plan: forged })).rejects.toThrow('planCreateItem has not')
    expect(await agent.ask('commitCreateItem', { ...item, plan })).toMatchObject({ shortID: item.shortID })
  })

  test.each([
    ['none', undefined],
    ['one that no tool has answered', 'p1.abc'],
    ['one of another operation', 'other'],
    ['one of another client', 'foreign'],
  ])('a commit with %s as its plan is refused, and nothing is done', async (_what, given) => {
    await using stranger = await connectAgent(system.url, (await system.createClient()).token)
    const plans: Readonly<Record<string, () => Promise<Planned>>> = {
      other: () =>
        agent.ask('planCreateWorkOrder', { description: 'A', lines: [{ shortID: itemID, units: 1, warehouse: 1 }] }),
      foreign: () => stranger.ask('planReceive', receipt),
    }
    const receipt = { itemID, units: 5, wid: 1, reasonCode: 10 }
    const plan = given !== undefined && plans[given] ? (await plans[given]()).plan : given
    const before = await inStock()
    await expect(agent.call('commitReceive', { ...receipt, plan })).rejects.toThrow(/planReceive/)
    expect(await inStock()).toBe(before)
  })
})

type Page<T> = { readonly value: readonly T[] }
type Progress = {
  readonly lineNo: number
  readonly units: number
  readonly unitsReceived: number
  readonly unitsOpen: number
}
type Planned = { readonly plan: string; readonly wouldAnswer: object; readonly lots: readonly string[] }
