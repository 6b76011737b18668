import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { namedLines } from '../../../../../services/inventory/documents/kit/changed-lines.ts'
import { addTo } from '../../../../../services/inventory/documents/kit/family/quantities.ts'
import { takenNumbers } from '../../../../../services/inventory/documents/kit/order-number.ts'
import { resultWithLines } from '../../../../../services/inventory/documents/kit/reads.ts'
import { type DocumentDeps, registerFamily } from '../../../../../services/inventory/documents/kit/register-family.ts'
import { createSteps, type Opened } from '../../../../../services/inventory/documents/kit/steps.ts'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import { pageQuery } from '../../../../../shared/contract/core/paging.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { toNumber, toQuantity, toStored } from '../../../../../shared/quantity.ts'
import { unique } from '../../../../support/records/factories.ts'
import { createRandom } from '../../../../support/records/seeded.ts'
import { aDocumentsWorld } from './documents-world.ts'
import { type Back, createLoans, family, type Loan, type LoanLine, loanFamily, loanLines, toLoan } from './loan.ts'

vi.mock('../../../../../shared/names/families.ts', async (readActual) =>
  (await import('./loan-names.ts')).addLoan(await readActual()),
)
vi.mock('../../../../../shared/contract/inventory/documents.ts', async (readActual) =>
  (await import('./loan-contract.ts')).addLoans(await readActual()),
)

const FIRST_PAGE = z.object(pageQuery()).parse({})

const aWorld = async () => {
  const world = await aDocumentsWorld(loanFamily)
  const aClientOf = (...warehouses: readonly number[]) =>
    world.aContext({
      caller: { kind: 'client', id: 'c', active: true, readOnly: false, permissions: [], reports: [], warehouses },
    })
  const lendTo = (borrower: string, shortID: string, lent: number, warehouse = 1) =>
    world.operations.createLoan({ borrower, lines: [{ shortID, warehouse, units: lent }] }, world.aContext())
  const loanNoOf = async (loan: ReturnType<typeof lendTo>) => (await loan).loanNo
  return { ...world, aClientOf, lendTo, loanNoOf }
}

test('a loan takes units out of stock, awaits them, and is closed when they are back or lost', async () => {
  const world = await aWorld()
  const { shortID, partNo } = await world.newItem(10, 1)
  const loan = await world.lendTo('Ada', shortID, 6)
  expect(loan).toMatchObject({ loanNo: expect.stringMatching(/^LN-\d{4}-\d{6}$/), status: 'Open' })
  expect(await world.levelOf(partNo)).toEqual({ inStock: 4, onOrder: 6 })
  const { loanNo } = loan
  expect(await takenNumbers.model(world.connection).findById(loanNo).lean()).toMatchObject({ kind: 'loan' })
  await world.operations.returnLoan({ loanNo, lines: [{ lineNo: 1, units: 4 }] }, world.aContext())
  expect(await world.levelOf(partNo)).toEqual({ inStock: 8, onOrder: 2 })
  const closed = await world.operations.loseLoan({ loanNo, lines: [{ lineNo: 1, units: 2 }] }, world.aContext())
  expect(closed).toMatchObject({ status: 'Closed', lines: [{ out: 0 }] })
  expect(await world.levelOf(partNo)).toEqual({ inStock: 8, onOrder: 0 })
  expect(await world.operations.getLoan({ loanNo }, world.aContext())).toEqual(closed)
  expect(await world.reconcile()).toEqual([])
})

test('steps are refused in the words of all families', async () => {
  const world = await aWorld()
  const { shortID } = await world.newItem(1, 1)
  const loanNo = await world.loanNoOf(world.lendTo('Ada', shortID, 1))
  const giveBackOf = (lineNo: number, back = 1, number = loanNo, context = world.aContext()) =>
    world.operations.returnLoan({ loanNo: number, lines: [{ lineNo, units: back }] }, context)
  await expect(giveBackOf(2)).rejects.toThrow(expect.objectContaining({ code: 'validation_error' }))
  await expect(giveBackOf(1, 2)).rejects.toThrow('Insufficient stock: requested 2, available 1.')
  await expect(giveBackOf(1, 1, 'LN-0')).rejects.toThrow('There is no loan LN-0.')
  await expect(giveBackOf(1, 1, loanNo, world.aClientOf(2))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(world.operations.getLoan({ loanNo }, world.aClientOf(2))).rejects.toMatchObject({ code: 'forbidden' })
  await giveBackOf(1)
  await expect(giveBackOf(1)).rejects.toThrow(`Loan ${loanNo} is closed.`)
  const losing = world.operations.loseLoan({ loanNo, lines: [{ lineNo: 1, units: 1 }] }, world.aContext())
  await expect(losing).rejects.toThrow(`Loan ${loanNo} is closed.`)
})

test('a step whose quantities do not add up is a bug, and writes nothing', async () => {
  const forgetful = (deps: DocumentDeps) => {
    const operation = { ...inventory.createPurchaseOrder, name: 'inventory.forgetLoan' }
    const answer = resultWithLines(deps, toLoan, () => ({}))
    const forget = (loan: Opened<Loan, LoanLine>, { lines }: Back) => ({
      lines: namedLines(loan, lines, 'loan').map(({ line: before, input }) => {
        return { before, after: addTo(before, { out: toQuantity(input.units).times(-1) }) }
      }),
    })
    return { ...createLoans(deps), forgetLoan: createSteps(deps, family, answer)(operation, { decide: forget }) }
  }
  const world = await aDocumentsWorld(registerFamily(family, { createOperations: forgetful }))
  const { shortID, partNo } = await world.newItem(5, 1)
  const lines = [{ shortID, warehouse: 1, units: 5 }]
  const { loanNo } = await world.operations.createLoan({ borrower: 'Ada', lines }, world.aContext())
  const forgetting = world.operations.forgetLoan({ loanNo, lines: [{ lineNo: 1, units: 2 }] }, world.aContext())
  await expect(forgetting).rejects.toThrow(`Units of line 1 of loan ${loanNo} do not add up: 3 + 0 + 0 is not 5`)
  expect(await world.operations.getLoan({ loanNo }, world.aContext())).toMatchObject({ lines: [{ out: 5 }] })
  expect(await world.levelOf(partNo)).toEqual({ inStock: 0, onOrder: 5 })
})

test('the same operation id takes effect once', async () => {
  const world = await aWorld()
  const { shortID, partNo } = await world.newItem(5, 1)
  const context = world.aContext()
  const input = { borrower: 'Ada', lines: [{ shortID, warehouse: 1, units: 2 }] }
  const [one, other] = [
    await world.operations.createLoan(input, context),
    await world.operations.createLoan(input, context),
  ]
  expect(other).toEqual(one)
  expect(await world.levelOf(partNo)).toEqual({ inStock: 3, onOrder: 2 })
})

test('loans are listed by status, borrower and warehouse, and exported', async () => {
  const world = await aWorld()
  const { shortID } = await world.newItem(100, 2)
  const borrower = unique('Grace/1, late')
  const made = []
  for (let n = 0; n < 3; n++) made.push(await world.loanNoOf(world.lendTo(borrower, shortID, 1, 2)))
  await world.operations.loseLoan({ loanNo: made[0] ?? '', lines: [{ lineNo: 1, units: 1 }] }, world.aContext())
  const numbersWith = async (query: object) => {
    const { totalCount, value } = await world.operations.listLoans(
      { ...FIRST_PAGE, borrower, ...query },
      world.aContext(),
    )
    return [totalCount, ...value.map(({ loanNo }) => loanNo)]
  }
  const newestFirst = made.toReversed()
  expect(await numbersWith({})).toEqual([3, ...newestFirst])
  expect(await numbersWith({ status: 'Closed' })).toEqual([1, made[0]])
  expect(await numbersWith({ warehouse: 1 })).toEqual([0])
  expect(await numbersWith({ warehouse: 2, sort: 'loanNo', direction: 'ASC' })).toEqual([3, ...made])
  expect(await numbersWith({ cursor: { after: undefined } })).toEqual([expect.any(Number), ...made])
})

test('a client lists the loans of which it may see every line, counted or indexed', async () => {
  const world = await aWorld()
  const [here, there] = [await world.newItem(9, 1), await world.newItem(9, 2)]
  const ofHere = { shortID: here.shortID, warehouse: 1, units: 1 }
  const ofThere = { shortID: there.shortID, warehouse: 2, units: 1 }
  const lend = (...lines: readonly (typeof ofHere)[]) =>
    world.loanNoOf(world.operations.createLoan({ borrower: 'Ada', lines }, world.aContext()))
  const [first, both, second] = [await lend(ofHere), await lend(ofHere, ofThere), await lend(ofThere)]
  const numbersFor = async (context: CallContext, query: object = {}) => {
    const { totalCount, value } = await world.operations.listLoans({ ...FIRST_PAGE, ...query }, context)
    return [totalCount, ...value.map(({ loanNo }) => loanNo)]
  }
  const requireLists = async () => {
    for (const query of [{}, { sort: 'loanNo', direction: 'DESC' }, { borrower: 'Ada' }]) {
      expect(await numbersFor(world.aContext(), query)).toEqual([3, second, both, first])
      expect(await numbersFor(world.aClientOf(1), query)).toEqual([1, first])
      expect(await numbersFor(world.aClientOf(2), query)).toEqual([1, second])
      expect(await numbersFor(world.aClientOf(1, 2), query)).toEqual([3, second, both, first])
      expect(await numbersFor(world.aClientOf(3), query)).toEqual([0])
    }
  }
  await requireLists()
  await world.compact()
  await requireLists()
})

test('a difference that is planted in a header, a line or the page index is found', async () => {
  const world = await aWorld()
  const { shortID, partNo } = await world.newItem(9, 1)
  const loanNo = await world.loanNoOf(world.lendTo('Ada', shortID, 9))
  const whatDiffersWith = async (collection: string, id: string, changes: object) => {
    const records = world.connection.collection<{ _id: string }>(collection)
    const before = await records.findOne({ _id: id })
    await records.updateOne({ _id: id }, { $set: changes })
    const differences = await world.reconcile()
    await records.replaceOne({ _id: id }, before ?? {})
    return differences.map(({ what }) => what)
  }
  const id = family.lineId(loanNo, 1)
  const name = `line 1 of loan ${loanNo}`
  expect(await whatDiffersWith('loans', loanNo, { openLines: 2 })).toEqual([`loan ${loanNo}`])
  expect(await whatDiffersWith('loanLines', id, { lost: toStored(toQuantity(1)) })).toEqual([`units of ${name}`])
  const both = { units: toStored(toQuantity(10)), returned: toStored(toQuantity(1)) }
  expect(await whatDiffersWith('loanLines', id, both)).toEqual([`returned of ${name}`, `units of ${name}`])
  const moved = { out: toStored(toQuantity(8)), lost: toStored(toQuantity(1)) }
  const ofFigure = [`onOrder of item ${partNo} in warehouse 1`, `onOrder of line 1 of "${loanNo}" in warehouse 1`]
  expect(await whatDiffersWith('loanLines', id, moved)).toEqual(ofFigure)
  expect(await whatDiffersWith('loanLines', id, { loanNo: 'LN-0' })).toEqual([
    'loan LN-0',
    `loan ${loanNo}`,
    'onOrder of line 1 of "LN-0" in warehouse 1',
    `onOrder of line 1 of "${loanNo}" in warehouse 1`,
  ])
  await world.compact()
  expect(await whatDiffersWith('loans', loanNo, { borrower: 'Eve' })).toEqual([
    expect.stringContaining('loanPageIndex'),
    expect.stringContaining('loanPageIndex'),
  ])
  expect(await world.reconcile()).toEqual([])
})

test('8 writers in two processes that lend, take back and lose at random leave every unit accounted for', async () => {
  const world = await aWorld()
  const processes = [world.operations, world.startAnother()]
  const { shortID, partNo } = await world.newItem(60, 1)
  const open: string[] = []
  const random = createRandom(241124)
  const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'conflict'
  const settle = (work: Promise<unknown>) =>
    work.catch((error: unknown) => (isRefusal(error) ? undefined : Promise.reject(error)))
  const write = async (operations: typeof world.operations) => {
    for (let n = 0; n < 25; n++) {
      const loanNo = open[Math.floor(random() * open.length)]
      const lines = [{ lineNo: 1, units: 1 + Math.floor(random() * 3) }]
      const kind = random()
      if (!loanNo || kind < 0.4) {
        const ofOne = [{ shortID, warehouse: 1, units: 1 + Math.floor(random() * 5) }]
        const made = operations.createLoan({ borrower: 'Ada', lines: ofOne }, world.aContext())
        await settle(made.then((loan) => open.push(loan.loanNo)))
      } else if (kind < 0.8) await settle(operations.returnLoan({ loanNo, lines }, world.aContext()))
      else await settle(operations.loseLoan({ loanNo, lines }, world.aContext()))
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, n) => processes[n % 2]).map((one) => one && write(one)))
  const lines = await loanLines.model(world.connection).find({ partNo }).lean<LoanLine[]>()
  const total = (field: 'units' | 'out' | 'returned' | 'lost') =>
    lines.reduce((sum, one) => sum + toNumber(one[field]), 0)
  expect(total('units')).toBe(total('out') + total('returned') + total('lost'))
  expect(total('lost')).toBeGreaterThan(0)
  expect(await world.levelOf(partNo)).toEqual({ inStock: 60 - total('out') - total('lost'), onOrder: total('out') })
  expect(await world.reconcile()).toEqual([])
})
