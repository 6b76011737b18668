import { randomUUID } from 'node:crypto'
import { Big } from 'big.js'
import { expect, test } from 'vitest'
import {
  type OrderLineRecord,
  orderLineId,
  orderLines,
} from '../../../../../services/inventory/documents/foreign/order-line.model.ts'
import type { StockEffect, StockEntry } from '../../../../../services/inventory/stock/engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../../../../services/inventory/stock/engine/plan.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { AlreadyRecorded } from '../../../../../shared/database/idempotency/idempotency.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { toNumber, toStored } from '../../../../../shared/quantity.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

const anOperation = (operationId = randomUUID()) => toEntry(inventory.receive, {}, aContext({ operationId }))

async function receipt(partNo: number, stock: StockView, numbers: Numbers) {
  const item = anItemRecord(partNo)
  const input = { ...inventory.receive.input.parse(aReceipt({ itemID: item.shortID, wid: 1 })), units: 1 }
  return planReceive(input, item, stock, numbers)
}

/** One receipt for each partNo, in one effect. */
const receiveAll =
  (partNos: readonly number[]): Plan<string> =>
  async (stock, numbers) => {
    const entries: StockEntry[] = []
    for (const partNo of partNos) entries.push(...(await receipt(partNo, stock, numbers)).entries)
    return { entries, result: 'done' }
  }

const line = { kind: 'onOrder', reference: 'PO-1', line: 1, partNo: 1, wid: 1 } as const
const lineId = orderLineId('onOrder', line)

/** Adds units to one order line, whatever item the command names. */
const countOn =
  (beforeReturn: () => Promise<void> = async () => undefined): Plan<number> =>
  async (stock) => {
    const before = await stock.records.get(orderLines, lineId)
    const units = toStored(new Big(before ? toNumber(before.units) : 0).plus(1))
    await beforeReturn()
    const after: Omit<OrderLineRecord, 'version'> = { _id: lineId, ...line, units }
    return { entries: [], records: [orderLines.change(before, after)], result: toNumber(units) }
  }

test('one plan makes several lots and entries of several items, changes a document and sends an event', async () => {
  const { models, stock, broker } = await anEngine()
  const sent: unknown[] = []
  await broker.subscribe('test', ['inventory.received', 'alias.deleted'], async (event) => {
    sent.push(event.subject)
  })
  const alias = { at: new Date().toISOString(), wids: null, data: { shortID: 'P1', alias: 'A1' } }
  const answer = await stock.change([1, 2], anOperation(), async (view, numbers) => {
    const { entries } = await receiveAll([1, 2, 2])(view, numbers)
    const documents = [orderLines.change(undefined, { _id: lineId, ...line, units: toStored(new Big(7)) })]
    return { entries, records: documents, events: [{ subject: 'alias.deleted', payload: alias }], result: 'all of it' }
  })

  expect(answer).toBe('all of it')
  expect(await models.lots.find().sort({ _id: 1 }).lean()).toMatchObject([{ partNo: 1 }, { partNo: 2 }, { partNo: 2 }])
  expect(await models.ledger.find().sort({ _id: 1 }).lean()).toMatchObject([
    { _id: 1, partNo: 1, shortID: 'P1', wids: [1], shipToWid: null, remark: '', reverses: null },
    { _id: 2, partNo: 2 },
    { _id: 3, partNo: 2 },
  ])
  const levels = await models.levels.find().sort({ _id: 1 }).lean()
  expect(levels.map(({ stock: figures }) => String(figures[1]?.inStock))).toEqual(['1', '2'])
  expect(await models.orderLines.find().lean()).toMatchObject([{ _id: lineId, version: 1 }])
  await broker.idle()
  expect(sent.sort()).toEqual(['alias.deleted', 'inventory.received', 'inventory.received', 'inventory.received'])
})

test('plans of two items that change one document by turns in one transaction all count', async () => {
  const { models, stock } = await anEngine()
  const aSignal = () => {
    const resolvers: (() => void)[] = []
    const sent = new Promise<void>((resolve) => resolvers.push(resolve))
    return { sent, send: () => resolvers[0]?.() }
  }
  const [allWait, firstIsApplied, otherIsApplied] = [aSignal(), aSignal(), aSignal()]
  const change = <A>(partNo: number, plan: Plan<A>) => stock.change([partNo], anOperation(), plan)
  const nothing = async () => ({ entries: [], result: 0 })
  // While it runs, the others wait, so that they share a transaction.
  const before = change(9, () => allWait.sent.then(nothing))
  const ofFirst = change(1, countOn())
  const ofOther = change(
    2,
    countOn(() => firstIsApplied.sent),
  )
  const ofFirstAgain = change(
    1,
    countOn(() => {
      firstIsApplied.send()
      return otherIsApplied.sent
    }),
  )
  const last = change(2, () => {
    otherIsApplied.send()
    return nothing()
  })
  allWait.send()
  await Promise.all([before, ofFirst, ofOther, ofFirstAgain, last])
  expect(await models.orderLines.find().lean()).toMatchObject([{ units: toStored(new Big(3)) }])
})

test('an operation with several entries is applied once', async () => {
  const { models, stock } = await anEngine()
  const operation = anOperation()
  await stock.change([1, 2], operation, receiveAll([1, 2]))
  await models.ledger.db.collection('operations').deleteMany({})
  await expect(stock.change([2, 1], operation, receiveAll([2, 1]))).rejects.toThrow(AlreadyRecorded)
  expect(await models.ledger.countDocuments()).toBe(2)
})

test('a plan that is refused leaves nothing, and those that share its transaction are applied', async () => {
  const { models, stock } = await anEngine()
  const refusing: Plan<number> = async (view, numbers) => {
    await countOn()(view, numbers)
    throw new AppError('conflict', 'No.')
  }
  const settled = await Promise.allSettled([
    stock.change([1], anOperation(), receiveAll([1])),
    stock.change([2], anOperation(), receiveAll([2])),
    stock.change([3], anOperation(), refusing),
    stock.change([4], anOperation(), receiveAll([4])),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await models.lots.distinct('partNo')).toEqual([1, 2, 4])
  expect(await models.orderLines.countDocuments()).toBe(0)
})

test('plans of different items that change one document each find what the others made of it', async () => {
  const { models, stock } = await anEngine()
  const partNos = Array.from({ length: 20 }, (_, index) => index + 1)
  const answers = await Promise.all(partNos.map((partNo) => stock.change([partNo], anOperation(), countOn())))
  expect(answers.sort((one, other) => one - other)).toEqual(partNos)
  const [stored] = await models.orderLines.find().lean()
  expect(stored && toNumber(stored.units)).toBe(20)
})

test('a document that another process has changed is read again, and new records keep their numbers', async () => {
  const { models, stock } = await anEngine()
  await stock.change([1], anOperation(), countOn())
  const taken: number[] = []
  const getAhead = async () => {
    if (taken.length === 1)
      await models.orderLines.updateOne({}, { units: toStored(new Big(40)), $inc: { version: 1 } })
  }
  const plan: Plan<number> = async (view, numbers) => {
    taken.push(await numbers.transactionNo())
    return countOn(getAhead)(view, numbers)
  }
  expect(await stock.change([1], anOperation(), plan)).toBe(41)
  expect(taken).toEqual([1, 1])
})

test('documents are found with what plans before have changed', async () => {
  const { stock } = await anEngine()
  const find = async (view: StockView) =>
    (await view.records.find(orderLines, { reference: 'PO-1' })).map(({ units }) => toNumber(units))
  const plan: Plan<unknown> = async (view, numbers) => ({
    ...(await countOn()(view, numbers)),
    result: await find(view),
  })
  // The first runs alone; the others wait and share a transaction, as they are of one item.
  const answers = await Promise.all([1, 2, 3].map(() => stock.change([1], anOperation(), plan)))
  expect(answers).toEqual([[], [1], [2]])
})

test('a plan must not touch an item that its command does not name', async () => {
  const { models, stock } = await anEngine()
  await expect(stock.change([1], anOperation(), receiveAll([1, 2]))).rejects.toThrow('A plan changed item 2')
  expect(await models.lots.countDocuments()).toBe(0)
})

test('a plan must read a document through its view before it changes it', async () => {
  const { stock } = await anEngine()
  await stock.change([1], anOperation(), countOn())
  const blind = async (view: StockView): Promise<StockEffect<number>> => {
    const copy = { ...(await view.records.get(orderLines, lineId)) }
    return {
      entries: [],
      records: [{ name: orderLines.name, id: lineId, before: aRecord(copy), after: undefined }],
      result: 1,
    }
  }
  await expect(stock.change([1], anOperation(), blind)).rejects.toThrow('had not read')
})

const aRecord = ({ version = 0 }: Partial<OrderLineRecord>) => ({ _id: lineId, version })
