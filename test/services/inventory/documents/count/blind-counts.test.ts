import { beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { textOf } from '../../../../docs/docs.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type CountWorld, startCountWorld } from './count-world.ts'

/** What the books have: a figure that nothing else in a response has. */
const FIGURE = 7919.137
let world: CountWorld
let countNo: string
let itemID: string
let recno: number
beforeAll(async () => {
  world = await startCountWorld()
  itemID = await world.newItem()
  recno = (await world.receive(itemID, FIGURE, { spot: 'BLIND' })).recNo
  countNo = (await world.counter.create({ spots: ['BLIND'] })).countNo
  await world.counter.count(countNo, itemID, 'BLIND', 5)
})

/** Everything that a response or a refusal says to a client with these permissions. */
async function answerTo(
  granted: readonly number[],
  operation: Operation,
  input: Record<string, unknown>,
): Promise<string> {
  const { call } = await world.system.createClient({ permissions: [...granted] })
  try {
    return JSON.stringify(await call(operation, input))
  } catch (error) {
    if (error instanceof AppError) return JSON.stringify([error.code, error.message, error.details])
    throw error
  }
}

/** The routes whose answers to a client with these permissions have the figure. */
async function revealing(granted: readonly number[]): Promise<string[]> {
  const known: Readonly<Record<string, unknown>> = { countNo, itemID, recno, wid: 1 }
  const reads = Object.values<Operation>(inventory).filter(({ route }) => route?.startsWith('GET '))
  expect(reads.length).toBeGreaterThan(20)
  const routes: string[] = []
  for (const operation of reads) {
    const given = Object.entries(known).filter(([field]) => field in operation.input.shape)
    const paged = operation.paged && { page: 1, pageSize: 250 }
    const answer = await answerTo(granted, operation, { ...operation.example, ...paged, ...Object.fromEntries(given) })
    if (answer.includes(String(FIGURE))) routes.push(operation.route ?? '')
  }
  return routes
}

const { countStock, itemMasterList } = permissions
const document = textOf('docs/counts.md')

test('no route that a counter reads has the figure of a blind count', async () => {
  expect(await revealing([countStock])).toEqual([])
})

test('every route that shows the figure to a counter with the permission 11 too is named in docs/counts.md', async () => {
  const routes = await revealing([countStock, itemMasterList])
  expect(routes).toContain('GET /Inventory/StockLevels/Explain')
  for (const route of routes) expect(document).toContain(`\`${route.replaceAll(/:(\w+)/g, '{$1}')}\``)
})

test('every other permission by which a counter learns the figure is named in docs/counts.md', async () => {
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const units = 99_999
  const stock = { itemID, units, wid: 1 }
  const line = { shortID: itemID, units, warehouse: 1 }
  const adjust = { itemID, wid: 1, spot: 'BLIND', expected: 1 }
  const requests: [keyof typeof permissions, Operation, Record<string, unknown>][] = [
    ['positiveAdjustment', inventory.adjust, { ...adjust, counted: 2, reasonCode: 10 }],
    ['negativeAdjustment', inventory.adjust, { ...adjust, counted: 0, reasonCode: 20 }],
    ['negativeAdjustment', inventory.issue, { ...stock, reasonCode: 20 }],
    ['locateMoveUnits', inventory.move, { ...stock, toSpot: 'B' }],
    ['shipTransits', inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID, units }] }],
    ['writeReservations', inventory.createReservation, stock],
    ['writeShippingOrders', inventory.createShippingOrder, { customer, shortage: 'reject', lines: [line] }],
  ]
  for (const [permission, operation, input] of requests) {
    const id = permissions[permission]
    expect(await answerTo([countStock, id], operation, input), operation.name).toContain(String(FIGURE))
    expect(document, operation.name).toMatch(
      new RegExp(`\\| ${id} \\|.*\`${operation.route?.replaceAll('/', '\\/')}\``),
    )
  }
})
