import type { Operation } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { CtlError } from '../output/io.ts'

/** More than any operation allows on a page: each lowers it to its own limit. */
const LARGEST_PAGE = Number.MAX_SAFE_INTEGER

interface Page<T> {
  readonly value: readonly T[]
  readonly hasMore: boolean
}

/** Calls an operation; resolves to its output, of a paged list to the records of all pages. */
export async function callOperation(operation: Operation, input: Record<string, unknown>, call: Call) {
  await refuseUnknownWarehouses(input, call)
  if (!operation.paged) return call(operation, input)
  if (operation.report !== undefined) return runReport(operation, input, call)
  // The output of a paged operation is a page.
  return readPages(async (page) => (await call(operation, { ...input, page, pageSize: LARGEST_PAGE })) as Page<unknown>)
}

/** Further pages would be of a later moment. */
async function runReport(operation: Operation, input: Record<string, unknown>, call: Call) {
  // The output of a paged operation is a page.
  const { value, hasMore } = (await call(operation, { ...input, pageSize: LARGEST_PAGE })) as Page<unknown>
  if (hasMore) throw new CtlError(`There are more than ${value.length} rows: ctl export report${operation.report}`)
  return value
}

async function readPages<T>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const records: T[] = []
  for (let page = 1; ; page++) {
    const { value, hasMore } = await read(page)
    records.push(...value)
    if (!hasMore) return records
  }
}

/**
 * Throws if a client would get a warehouse that is not registered, which is probably a mistyped number. Auth, which stores
 * the client, does not know the warehouses, so the command looks them up.
 */
async function refuseUnknownWarehouses({ warehouses }: Record<string, unknown>, call: Call): Promise<void> {
  if (!Array.isArray(warehouses) || warehouses.length === 0) return
  const registered = await readPages((page) => call(inventory.listWarehouses, { page, pageSize: LARGEST_PAGE }))
  const unknown = warehouses.filter((wid) => registered.every(({ wID }) => wID !== wid))
  if (unknown.length === 0) return
  const known = registered.map(({ wID, name }) => `${wID} ${name}`).join(', ')
  throw new CtlError(`There is no warehouse ${unknown.join(', ')}. Registered are: ${known || 'none'}.`)
}
