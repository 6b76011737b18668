import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { toCommandFields } from '../fields/command-field.ts'
import { CtlError } from '../output/io.ts'
import { type ImportKind, oneByOne } from './import-file.ts'

const { createPurchaseOrder } = inventory
const orderFields = toCommandFields(createPurchaseOrder).filter(({ name }) => name !== 'lines')
const lineFields = toCommandFields({ input: createPurchaseOrder.input.shape.lines.element })

/**
 * Rows that follow each other with one poNo are the lines of one order; its vendor and dates are those of the first row. An
 * imported order is recognized by its number and its rows: importing it again changes nothing.
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
      try {
        // The cells are of the types of the columns; the service validates the rest.
        await retryWhileUnavailable(() => call(createPurchaseOrder, order as never, context))
        return wasReplayed(operationId) ? 'unchanged' : 'created'
      } catch (error) {
        // The recorded refusal of an earlier import: its reason may be gone.
        if (!(error instanceof AppError) || error.code !== 'conflict' || !wasReplayed(operationId)) throw error
        const again = { ...context, operationId: randomUUID() }
        await retryWhileUnavailable(() => call(createPurchaseOrder, order as never, again))
        return 'created'
      }
    })
  },
}
