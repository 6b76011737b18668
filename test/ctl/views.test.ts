import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt, unique } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'
import { type CtlWorld, createCtlWorld } from './ctl-world.ts'

let system: TestSystem
let world: CtlWorld
let one: TestClient
let other: TestClient
beforeAll(async () => {
  system = await startSystem()
  world = createCtlWorld(system)
  await registerBasics(system.call)
  one = await system.createClient({ permissions: [11, 370], warehouses: [1] })
  other = await system.createClient({ permissions: [370] })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

describe('Views of the stock', () => {
  it('show items, lots, levels, their explanation and the ledger, filtered by flags', async () => {
    const { shortID, partNo } = await system.call(catalog.createItem, anItem({ description: unique('Bolt') }))
    const hidden = (await system.call(catalog.createItem, anItem())).shortID
    await system.call(catalog.discontinueItem, { shortID: hidden })
    await system.call(catalog.putAlias, { shortID, alias: unique('ALIAS') })
    const { recNo } = await system.call(inventory.receive, aReceipt({ itemID: shortID, units: 5, spot: 'Z-9' }))

    expect(await world.json('item', 'list', '--search', shortID)).toMatchObject([{ shortID }])
    expect(await world.json('item', 'list', '--search', hidden)).toEqual([])
    expect(await world.json('item', 'list-all', '--search', hidden)).toMatchObject([{ discontinued: true }])
    expect(await world.json('item', 'show', '--key', shortID)).toMatchObject({ partNo })
    expect(await world.json('item', 'aliases', '--short-id', shortID)).toHaveLength(1)
    expect(await world.json('stock', 'list', '--item-id', shortID)).toMatchObject([{ recNo, units: 5, spot: 'Z-9' }])
    expect(await world.json('stock', 'levels')).toContainEqual(expect.objectContaining({ partNo, inStock: 5 }))
    const explained = await world.json('stock', 'explain', '--item-id', shortID, '--wid', '1')
    expect(explained).toMatchObject({ lots: [{ recNo }] })
    expect(await world.json('lot', 'show', '--recno', `${recNo}`)).toMatchObject({ shortID })
    expect(await world.json('lot', 'trace', '--recno', `${recNo}`)).toMatchObject({
      transactions: [{ type: 'receive' }],
    })
    expect(await world.json('ledger', 'list', '--recno', `${recNo}`)).toMatchObject([{ itemID: shortID, units: 5 }])
  })

  it('leave out columns that are empty in every record, for people only', async () => {
    const { shortID } = await system.call(catalog.createItem, anItem())
    await system.call(inventory.receive, aReceipt({ itemID: shortID }))
    const { stdout } = await world.run('stock', 'list', '--item-id', shortID)
    const [, head = ''] = stdout.split('\n')
    expect(head).toMatch(/│ recNo │ .*│ shortID +│.*│ spot +│ units │/)
    expect(head).not.toMatch(/rFIDTag|jobName|shipped|serial/)
    expect(await world.json('stock', 'list', '--item-id', shortID)).toMatchObject([{ rFIDTag: null }])
  })
})

describe('Views of clients', () => {
  it('show the rights of a client', async () => {
    expect(await world.json('client', 'show', '--client-id', one.clientId)).toMatchObject({
      permissions: [11, 370],
      warehouses: [1],
    })
    const { stdout } = await world.run('client', 'show', '--client-id', one.clientId)
    expect(stdout).toMatch(/│ permissions +│ 11 Item Master List, 370 Webhooks +│/)
  })

  it('show the webhooks of all clients, or of one, and the log of each, but no secret', async () => {
    const made = async ({ api }: TestClient, name: string) => {
      const url = 'http://127.0.0.1:9/'
      const { body } = await api.notifications.createWebhook({ name, url, events: ['item.created'] })
      return body
    }
    const [first, second] = [await made(one, 'First'), await made(other, 'Second')]
    expect(await world.json('webhook', 'list')).toMatchObject([
      { rec: first.rec, clientId: one.clientId, name: 'First' },
      { rec: second.rec, clientId: other.clientId, name: 'Second' },
    ])
    expect(await world.json('webhook', 'list', '--client-id', other.clientId)).toMatchObject([{ rec: second.rec }])
    const shown = await world.run('webhook', 'show', '--rec', `${first.rec}`)
    expect(shown.stdout).toContain(one.clientId)
    expect(shown.stdout).not.toContain(first.secret.slice(-10))

    await one.api.notifications.testWebhook({ rec: first.rec })
    expect(await world.json('webhook', 'log', '--rec', `${first.rec}`)).toMatchObject([
      { type: 'webhook.test', outcome: 'failed' },
    ])
    const unknown = await world.run('webhook', 'log', '--rec', '4711')
    expect(unknown).toMatchObject({ exitCode: 1, stderr: 'Webhook 4711 does not exist.\n' })
  })
})
