import { randomUUID } from 'node:crypto'
import { catalog, type Item, type ItemInput } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/io.ts'
import type { ImportKind } from './import-file.ts'

/** Items by shortID: a new one is created, an existing one gets the fields of the row that differ. */
export const itemImport: ImportKind = {
  summary: 'Create the items of a file, and update those that exist and differ',
  operation: catalog.createItem,
  outcomes: ['created', 'updated', 'unchanged'],
  createImport({ call }) {
    const lines = new Map<string, number>()
    return async (cells, line) => {
      const input = parseInput(catalog.createItem.input, cells)
      const firstLine = lines.get(input.shortID)
      if (firstLine !== undefined) throw new CtlError(`${input.shortID} is on line ${firstLine} already.`)
      lines.set(input.shortID, line)
      return (await create(call, input)) ? 'created' : (await update(call, input)) ? 'updated' : 'unchanged'
    }
  },
}

/** Returns false if the name is taken. */
async function create(call: Call, input: ItemInput): Promise<boolean> {
  const operationId = randomUUID()
  try {
    await retryWhileUnavailable(() => call(catalog.createItem, input, { operationId }))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Returns false if the item has the values of the row already. */
async function update(call: Call, input: ItemInput): Promise<boolean> {
  const item = await retryWhileUnavailable(() => call(catalog.getItem, { key: input.shortID })).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new CtlError(`${input.shortID} is an alias of another item.`)
    },
  )
  if (!differs(item, input)) return false
  const operationId = randomUUID()
  await retryWhileUnavailable(() => call(catalog.updateItem, input, { operationId }))
  return true
}

function differs(item: Item, input: ItemInput): boolean {
  const { categoryID, unit, active, ...named } = input
  const wanted = {
    ...named,
    category: named.category ?? categoryID,
    uOM: named.uOM ?? unit,
    discontinued: named.discontinued ?? (active === undefined ? undefined : !active),
  }
  return Object.entries(wanted).some(
    ([field, value]) => value !== undefined && Object.getOwnPropertyDescriptor(item, field)?.value !== value,
  )
}
