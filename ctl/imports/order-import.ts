import { createHash, randomUUID } from 'node:crypto'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { AppError, validationError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { toCommandFields } from '../command-fields.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/failure.ts'
import { type ImportKind, oneByOne } from './import-file.ts'

const { createPurchaseOrder } = inventory
const orderFields = toCommandFields(createPurchaseOrder).filter(({ name }) => name !== 'lines')
const lineFields = toCommandFields({ input: createPurchaseOrder.input.shape.lines.element })

/**
 * Rows that follow each other with one poNo are the lines of one order; its vendor and dates are those of the first row. An
 * order that is there already and says the same is left alone, whoever has made it.
 */
export const orderImport: ImportKind = {
  summary: 'Create the purchase orders of a file, one row for each line; rows of one order follow each other',
  fields: [
    ...orderFields.map((field) => ({ ...field, required: ['poNo', 'vendor'].includes(field.name) })),
    ...lineFields,
  ],
  groupBy: 'poNo',
  outcomes: ['created', 'unchanged'],
  createImport({ call, wasReplayed }) {
    const lines = new Map<unknown, number>()
    return oneByOne(async ({ rows, line }) => {
      const [first = {}] = rows
      const { poNo, vendor, orderDate, expectedDate } = first
      if (poNo === undefined) throw validationError({ poNo: ['The poNo field is required.'] })
      const firstLine = lines.get(poNo)
      if (firstLine !== undefined)
        throw new CtlError(`${String(poNo)} begins on line ${firstLine} already: its rows must follow each other.`)
      lines.set(poNo, line)
      const names = lineFields.map(({ name }) => name)
      const order = {
        ...Object.fromEntries(
          Object.entries({ poNo, vendor, orderDate, expectedDate }).filter(([, value]) => value !== undefined),
        ),
        lines: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))),
      }
      const digest = createHash('sha256').update(JSON.stringify(order)).digest('base64url')
      const operationId = `import-order-${digest}`
      const context = { operationId, hasClientKey: true, attempt: randomUUID() }
      // The cells are of the types of the columns; the service validates the rest.
      const create = (id: string) =>
        retryWhileUnavailable(() => call(createPurchaseOrder, order as never, { ...context, operationId: id }))
      try {
        await create(operationId)
        return wasReplayed(operationId) ? 'unchanged' : 'created'
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error
        if (await isThereAlready(call, parseInput(createPurchaseOrder.input, order))) return 'unchanged'
        // The recorded refusal of an earlier import: its reason may be gone.
        if (!wasReplayed(operationId)) throw error
        await create(randomUUID())
        return 'created'
      }
    })
  },
}

type Order = Input<typeof inventory.createPurchaseOrder>
type Detail = Output<typeof inventory.getPurchaseOrder>

/** Whether there is an order of this number that says what the file says of it; what the file leaves out may be anything. */
async function isThereAlready(call: Call, order: Order): Promise<boolean> {
  const found = await find(() => call(inventory.getPurchaseOrder, { poNo: order.poNo ?? '' }))
  if (!found || !hasSameFigures(order, found)) return false
  const isVendor = await isNamed(found.vendor, order.vendor, async () => {
    const vendor = await find(() => call(inventory.getVendor, { shortID: order.vendor }))
    return vendor?.name
  })
  const areItems = order.lines.map((line, index) =>
    isNamed(lineOf(found, line, index)?.shortID, line.shortID, async () => {
      const item = await find(() => call(catalog.getItem, { key: line.shortID, type: 'alias' }))
      return item?.shortID
    }),
  )
  return isVendor && (await Promise.all(areItems)).every(Boolean)
}

const lineOf = ({ lines }: Detail, { lineNo }: Order['lines'][number], index: number) =>
  lineNo === undefined ? lines[index] : lines.find((line) => line.lineNo === lineNo)

function hasSameFigures({ orderDate, expectedDate, lines }: Order, found: Detail): boolean {
  const isSameLine = (line: Order['lines'][number], index: number) => {
    const there = lineOf(found, line, index)
    return (
      there?.units === line.units && there.unitPrice === (line.unitPrice ?? 0) && there.warehouse === line.warehouse
    )
  }
  return (
    lines.length === found.lines.length &&
    isSameMoment(orderDate, found.orderDate) &&
    isSameMoment(expectedDate, found.expectedDate) &&
    lines.every(isSameLine)
  )
}

const isSameMoment = (given: string | undefined, found: string | null) =>
  given === undefined || (found !== null && Date.parse(given) === Date.parse(found))

/** A record has several names, and the order says one of them. */
const isNamed = async (found: string | undefined, given: string, look: () => Promise<string | undefined>) =>
  found !== undefined && (found === given || found === (await look()))

/** What `read` finds; undefined if it throws 404. */
async function find<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retryWhileUnavailable(read)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
