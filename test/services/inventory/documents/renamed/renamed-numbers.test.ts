import type { Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type CtlWorld, createCtlWorld } from '../../../../ctl/ctl-world.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'
import { connectInventory, plant } from './planted-numbers.ts'

let world: PurchaseWorld
let database: Connection
let ctl: CtlWorld
let customer: string
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
  ctl = createCtlWorld(world.system)
  database = await connectInventory(world)
  customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID
})
afterAll(async () => {
  await database?.close()
  await ctl?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

const rename = (number: string, newNumber: string) =>
  ctl.json('number', 'rename', '--number', number, '--new-number', newNumber)
const aLine = async (units = 5) => ({ shortID: await world.newItem(), units, warehouse: 1 })
const pathOf = (number: string) => new URL(`http://host/api/v1/WorkOrder/${encodeURIComponent(number)}`).pathname

describe.each(['.', '..', 'A\u200bB', 'e\u0301'])('What an earlier version numbered %j', (number) => {
  test('is a work order that gets another number, with its lines and notes, and is worked off under it', async () => {
    const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [await aLine()] })
    await plant(database, woNo, number)
    if (number.startsWith('.')) expect(pathOf(number)).not.toContain(number)
    const before = Object(await ctl.json('work', 'show', '--wo-no', number))
    const newNumber = unique('WO')
    expect(await rename(number, newNumber)).toEqual({ number: newNumber, kind: 'work order', status: 'renamed' })
    const after = await world.call(inventory.getWorkOrder, { woNo: newNumber })
    expect(after).toEqual({ ...before, woNo: newNumber })
    const [line] = after.lines
    await world.receive(line?.shortID ?? '', 5)
    await world.issue(line?.shortID ?? '', 5, { reference: newNumber, line: 1 })
    expect(await world.call(inventory.getWorkOrder, { woNo: newNumber })).toMatchObject({
      lines: [{ unitsCompleted: 5 }],
    })
    await expect(world.call(inventory.getWorkOrder, { woNo: number })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a count and an order that waits for all of its stock get other numbers, and are posted and allocated under them', async () => {
  const { shortID } = await aLine()
  await world.receive(shortID, 5, { spot: 'RENAME-1' })
  const { countNo } = await world.call(inventory.createCount, { wid: 1, items: [shortID] })
  await plant(database, countNo, '.')
  const newCount = unique('CC')
  await rename('.', newCount)
  await world.call(inventory.countLine, { countNo: newCount, itemID: shortID, spot: 'RENAME-1', counted: 4 })
  await world.call(inventory.submitCount, { countNo: newCount })
  await world.system.call(inventory.approveCount, { countNo: newCount })
  const codes = { reasonIn: 10, reasonOut: 20 }
  expect(await world.system.call(inventory.postCount, { countNo: newCount, ...codes })).toMatchObject({
    status: 'Posted',
  })

  const line = await aLine()
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines: [line] })
  await plant(database, soNo, '..')
  const newOrder = unique('SO')
  await rename('..', newOrder)
  await world.receive(line.shortID, 5)
  const progress = () => world.call(inventory.listShippingOrderLines, { soNo: newOrder })
  await expect.poll(progress, { timeout: 50_000 }).toMatchObject({ value: [{ committed: 5 }] })
})

test('a work order that is renamed while its components are issued keeps its number, or loses no issue', async () => {
  const outcomes = Array.from({ length: 8 }, async () => {
    const line = await aLine()
    await world.receive(line.shortID, 5)
    const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [line] })
    const newNumber = unique('WO')
    const [renamed] = await Promise.allSettled([
      world.system.call(inventory.renameNumber, { number: woNo, newNumber }),
      world.issue(line.shortID, 5, { reference: woNo, line: 1 }),
    ])
    const isRenamed = renamed.status === 'fulfilled'
    const order = await world.call(inventory.getWorkOrder, { woNo: isRenamed ? newNumber : woNo })
    // An issue after the renaming names no order that is kept here.
    expect(order).toMatchObject({ lines: [{ unitsCompleted: isRenamed ? 0 : 5 }] })
  })
  await Promise.all(outcomes)
})

test('numbers that are taken, were renamed, are not readable or belong to nothing are refused', async () => {
  const make = async () =>
    (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [await aLine()] })).woNo
  const [one, other, newNumber] = [await make(), await make(), unique('WO')]
  const call = (number: string, to: string) => world.system.call(inventory.renameNumber, { number, newNumber: to })
  await expect(call(one, other)).rejects.toMatchObject({ code: 'conflict' })
  await expect(call(one, one)).rejects.toMatchObject({ code: 'conflict' })
  for (const bad of ['.', 'All', 'A\u200bB'])
    await expect(call(one, bad)).rejects.toMatchObject({ code: 'validation_error' })
  await expect(call(unique('NONE'), newNumber)).rejects.toMatchObject({ code: 'not_found' })
  await call(one, newNumber)
  await expect(call(other, one)).rejects.toMatchObject({
    code: 'conflict',
    message: `There is a renamed work order ${one} already.`,
  })
  expect(await ctl.run('work', 'update', '--wo-no', other, '--lines', 'none')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The field lines must be an array.'),
  })
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
