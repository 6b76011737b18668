import { expect, test } from 'vitest'
import { warmUp, warmUpUnlessAlone } from '../../../services/inventory/warm-up.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { anEngine } from './stock/engine/engine-world.ts'

test('a warm-up runs stock changes up to their writes, and keeps none', async () => {
  const { connection, stock } = await anEngine()
  const { log, lines } = createCapturedLog()
  const sent = new Map<string, number>()
  connection
    .getClient()
    .on('commandStarted', ({ commandName }) => sent.set(commandName, (sent.get(commandName) ?? 0) + 1))
  await warmUp(stock, log)

  expect(lines).toEqual([])
  expect(sent.get('bulkWrite')).toBeGreaterThan(0)
  expect(sent.get('abortTransaction')).toBeGreaterThan(0)
  expect(sent.has('commitTransaction')).toBe(false)
  const collections = (await connection.listCollections()).map(({ name }) => name)
  const kept = await Promise.all(collections.map((name) => connection.collection(name).countDocuments()))
  expect(collections.filter((_, index) => kept[index] !== 0)).toEqual([])
})

test('a warm-up that fails is logged and holds nothing up', async () => {
  const { connection, stock } = await anEngine()
  const { log, lines } = createCapturedLog()
  await connection.dropDatabase()
  await connection.close()
  await warmUp(stock, log)
  expect(lines).toMatchObject([{ level: 40, msg: 'The warm-up failed: the first requests take longer' }])
})

test('a process warms up if another one answers the calls of inventory, and is ready at once if it is alone', async () => {
  const { connection, stock } = await anEngine()
  const { log } = createCapturedLog()
  let warmedUp = 0
  connection.getClient().on('commandStarted', ({ commandName }) => (warmedUp += Number(commandName === 'bulkWrite')))
  const asked: Operation[] = []
  const calling = (answer: () => Promise<unknown>) =>
    ((operation: Operation) => {
      asked.push(operation)
      return answer()
    }) as Call
  await warmUpUnlessAlone(
    stock,
    calling(() => Promise.reject(new Error('The service is absent'))),
    log,
  )
  expect(warmedUp).toBe(0)
  await warmUpUnlessAlone(
    stock,
    calling(() => Promise.resolve({})),
    log,
  )
  expect(warmedUp).toBeGreaterThan(0)
  expect(asked).toEqual([inventory.status, inventory.status])
})
