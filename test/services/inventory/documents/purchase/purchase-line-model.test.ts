import { Big } from 'big.js'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld()
})

/** Scripts that are run; more by the variable, with its seed printed when one fails. */
const RUNS = Number(process.env.MODEL_RUNS ?? 4)
const TOLERANCE = 10

/** An order of one line, as it must be. Units are millionths. */
interface Model {
  ordered: number
  received: number
  closed: 'short' | 'finalized' | 'canceled' | null
  /** Receipts that are not taken back, with their units. */
  readonly receipts: { transactionNo: number; units: number }[]
}

/** The order in the service. */
interface Real {
  readonly itemID: string
  readonly poNo: string
}

const toUnits = (millionths: number) => Number(Big(millionths).div(1_000_000))
const openOf = ({ ordered, received, closed }: Model) => (closed ? 0 : Math.max(0, ordered - received))
const statusOf = (model: Model) => {
  if (openOf(model) === 0) return 'Closed'
  return model.received > 0 ? 'Partial' : 'Open'
}

/** Everything that the service says about the order, its line and the item's level must be what the model says. */
async function compare(model: Model, { itemID, poNo }: Real): Promise<void> {
  const order = world.ofOrder(poNo)
  expect(await order.get()).toMatchObject({
    status: statusOf(model),
    lines: [{ unitsReceived: toUnits(model.received) }],
  })
  const open = toUnits(openOf(model))
  const figures = { units: toUnits(model.ordered), unitsReceived: toUnits(model.received), unitsOpen: open }
  expect(await order.lines()).toMatchObject([{ ...figures, closedShort: model.closed !== null }])
  const { level } = await world.call(inventory.explainLevel, { itemID, wid: 1 })
  const inStock = toUnits(model.receipts.reduce((sum, { units }) => sum + units, 0))
  expect(level).toMatchObject({ onOrder: open, inStock, available: inStock })
}

/** A request of any moment: done as the model does it, or refused with 409 and nothing changed. */
const command = (
  name: string,
  isAllowed: (model: Model) => boolean,
  send: (real: Real, model: Model) => Promise<unknown>,
  apply: (model: Model, answer: unknown) => void,
): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  toString: () => name,
  async run(model, real) {
    if (isAllowed(model)) apply(model, await send(real, model))
    else await expect(send(real, model), name).rejects.toMatchObject({ code: 'conflict' })
    await compare(model, real)
  },
})

/** The most that may be received in all. */
const mostOf = ({ ordered }: Model) => Math.floor((ordered * (100 + TOLERANCE)) / 100)

const receiveUnits = (name: string, unitsOf: (model: Model) => number): fc.AsyncCommand<Model, Real> => ({
  ...command(
    name,
    (model) => !model.closed && model.received + unitsOf(model) <= mostOf(model),
    ({ itemID, poNo }, model) => world.receiveLine(itemID, toUnits(unitsOf(model)), poNo, 1),
    (model, answer) => {
      const units = unitsOf(model)
      model.received += units
      model.receipts.push({ units, transactionNo: Object(answer).transactionNo })
    },
  ),
  check: (model) => unitsOf(model) > 0,
})
const receive = (units: number) => receiveUnits(`receive ${units}`, () => units)
/** Receives what the tolerance leaves. */
const receiveMost = () => receiveUnits('receive the most', (model) => mostOf(model) - model.received)
/** Receives the smallest quantity more than the tolerance leaves. */
const receiveTooMuch = () => receiveUnits('receive too much', (model) => mostOf(model) - model.received + 1)

/** Takes back the newest receipt; the lot was not touched since. */
const reverse = () =>
  command(
    'reverse',
    () => true,
    async (_, { receipts }) => {
      const last = receipts.at(-1)
      return last && world.call(inventory.reverse, { transactionNo: last.transactionNo })
    },
    (model) => {
      model.received -= model.receipts.pop()?.units ?? 0
    },
  )

const changeUnits = (units: number) =>
  command(
    `order ${units}`,
    (model) => statusOf(model) !== 'Closed' && units >= model.received,
    ({ poNo }) => world.ofOrder(poNo).update({ lines: [{ lineNo: 1, units: toUnits(units) }] }),
    (model) => {
      model.ordered = units
    },
  )

const closeShort = () =>
  command(
    'close short',
    (model) => statusOf(model) !== 'Closed',
    ({ poNo }) => world.ofOrder(poNo).update({ lines: [{ lineNo: 1, close: true, reason: 'late' }] }),
    (model) => {
      model.closed = 'short'
    },
  )

const finalize = () =>
  command(
    'finalize',
    ({ received }) => received > 0,
    ({ poNo }) => world.ofOrder(poNo).finalize(),
    (model) => {
      if (openOf(model) > 0) model.closed = 'finalized'
    },
  )

const cancel = () =>
  command(
    'cancel',
    ({ received }) => received === 0,
    ({ poNo }) => world.ofOrder(poNo).cancel(),
    (model) => {
      if (openOf(model) > 0) model.closed = 'canceled'
    },
  )

const millionths = fc.oneof(fc.integer({ min: 1, max: 12_000_000 }), fc.constantFrom(1, 1_000_000, 5_000_000))
const often = millionths.map(receive)
const always = (make: () => fc.AsyncCommand<Model, Real>) => fc.constant(null).map(make)
const commands = fc.commands(
  [
    often,
    often,
    millionths.map(receive),
    always(receiveMost),
    always(receiveTooMuch),
    always(reverse),
    always(reverse),
    millionths.map(changeUnits),
    always(closeShort),
    always(finalize),
    always(cancel),
  ],
  { maxCommands: 10, size: 'max' },
)
/** A script that every run begins with: few random ones meet the limit after a receipt. */
const upToTheLimit = [2_000_000, 1].map(receive)
upToTheLimit.push(receiveTooMuch(), receiveMost(), receiveTooMuch(), reverse(), receiveTooMuch(), receiveMost())

test('whatever is done to a purchase line, its units, its order and the level are those of a model', async () => {
  await fc.assert(
    fc.asyncProperty(commands, (script) =>
      fc.asyncModelRun(async () => {
        const itemID = await world.newItem()
        const line = { shortID: itemID, units: 5, warehouse: 1, overReceipt: TOLERANCE }
        const { poNo } = await world.create([line])
        const model: Model = { ordered: 5_000_000, received: 0, closed: null, receipts: [] }
        return { model, real: { itemID, poNo } }
      }, script),
    ),
    { numRuns: RUNS, examples: [[upToTheLimit]], endOnFailure: process.env.MODEL_RUNS === undefined },
  )
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
