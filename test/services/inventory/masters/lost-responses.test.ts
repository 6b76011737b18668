import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { createTcpProxy, type TcpProxy } from '../../../support/servers/tcp-proxy.ts'
import { startSystem, type TestSystem } from '../../../support/system/system.ts'

let proxy: TcpProxy
let system: TestSystem
let client: mongoose.mongo.MongoClient
beforeAll(async () => {
  proxy = await createTcpProxy(serverUrl('MONGODB_URI'))
  system = await startSystem({ services: ['inventory'], mongoUri: proxy.url, inventory: { allocator: 'off' } })
  client = await mongoose.mongo.MongoClient.connect(serverUrl('MONGODB_URI'))
})
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await client?.close()
  await proxy?.[Symbol.asyncDispose]()
})

/** Loses every response of the database once the words have been sent to it, one after the other. */
function loseResponsesAfter(...words: readonly string[]) {
  const left = [...words]
  proxy.filter((chunk, direction) => {
    if (direction === 'to-client') return left.length > 0 ? 'pass' : 'cut'
    while (left[0] !== undefined && chunk.includes(left[0])) left.shift()
    return 'pass'
  })
}

/** The error code of a call, or none, and the name that the warehouse has in the database then. */
async function outcomeOf(call: Promise<unknown>, wid: number) {
  const code = await call.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
  proxy.filter(undefined)
  const warehouses = client.db(`${system.system}-inventory`).collection<{ _id: number; name: string }>('warehouses')
  return { code, name: (await warehouses.findOne({ _id: wid }))?.name }
}

const create = (wid: number, name: string) => system.call(inventory.createWarehouse, { wid, name })
const rename = (wid: number, name: string) => system.call(inventory.updateWarehouse, { wid, name })

/** Unknown if the caller's time ends before the service has given up. */
const REFUSED_OR_UNKNOWN = expect.stringMatching(/^(service_unavailable|outcome_unknown)$/)

test('a warehouse is not there if the database was lost during the command that adds it', async () => {
  loseResponsesAfter('Dock 1')
  expect(await outcomeOf(create(1, 'Dock 1'), 1)).toEqual({ code: REFUSED_OR_UNKNOWN, name: undefined })
})

test('a warehouse is not renamed if the database was lost during the command that renames it', async () => {
  await expect.poll(() => create(2, 'Dock 2').catch(String), { timeout: 20_000 }).toMatchObject({ name: 'Dock 2' })
  loseResponsesAfter('Door 2')
  expect(await outcomeOf(rename(2, 'Door 2'), 2)).toEqual({ code: REFUSED_OR_UNKNOWN, name: 'Dock 2' })
})

test('a warehouse whose commit has no response is of unknown outcome, and the same again finds it there', async () => {
  loseResponsesAfter('Dock 3', 'commitTransaction')
  expect(await outcomeOf(create(3, 'Dock 3'), 3)).toEqual({ code: 'outcome_unknown', name: 'Dock 3' })
  await expect.poll(() => create(3, 'Dock 3').catch(String), { timeout: 20_000 }).toMatchObject({ name: 'Dock 3' })
})
