import { expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem } from '../support/system/system.ts'

/** basic.ack: class 60, method 80 of AMQP 0-9-1. */
const ACKNOWLEDGEMENT = Buffer.from([0, 60, 0, 80])
const ROUNDS = 25
const WRITES_PER_ROUND = 8

test('200 writes take effect once although their messages are delivered again, after the acknowledgement was lost (R4)', async () => {
  await using proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  await using system = await startSystem({ services: ['catalog', 'inventory'], rabbitUrl: proxy.url })
  await registerBasics(system.call)
  const { call } = await system.createClient({ permissions: [11, 95, 116] })
  const { shortID: itemID, partNo } = await system.call(catalog.createItem, { shortID: unique('ITEM') })
  await call(inventory.receive, { itemID, units: 1, wid: 1, reasonCode: 10 })

  let cuts = 0
  let isArmed = false
  proxy.filter((chunk, direction) => {
    if (!isArmed || direction !== 'to-server' || !chunk.includes(ACKNOWLEDGEMENT)) return 'pass'
    isArmed = false
    cuts++
    return 'cut'
  })
  for (let round = 0; round < ROUNDS; round++) {
    isArmed = true
    const receipts = Array.from({ length: WRITES_PER_ROUND }, () =>
      call(inventory.receive, { itemID, units: 1, wid: 1, reasonCode: 10 }),
    )
    const answers = await Promise.all(receipts)
    expect(new Set(answers.map(({ recNo }) => recNo)).size).toBe(WRITES_PER_ROUND)
  }
  isArmed = false
  // This receipt is answered after all redelivered ones.
  await call(inventory.receive, { itemID, units: 1, wid: 1, reasonCode: 10 })
  const { value } = await call(inventory.listStockLevels, {})
  expect(value.find((level) => level.partNo === partNo)?.inStock).toBe(2 + ROUNDS * WRITES_PER_ROUND)
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
  expect(cuts).toBe(ROUNDS)
})
