import type { Operation, Output, Params } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { CalledPage } from '../../shared/messaging/rpc/call.ts'
import type { Connection } from '../connection/connection.ts'
import { CtlError } from '../output/failure.ts'

/** More than any operation allows on a page: each lowers it to its own limit. */
const LARGEST_PAGE = Number.MAX_SAFE_INTEGER

interface Page<T> {
  readonly value: readonly T[]
  readonly hasMore: boolean
}

type Calls = Pick<Connection, 'call' | 'callPage'>

/** Calls an operation; resolves to its output, of a paged list to the records of all pages. */
export async function callOperation(operation: Operation, input: Record<string, unknown>, calls: Calls) {
  await refuseUnknownWarehouses(input, calls)
  if (!operation.paged) return calls.call(operation, input)
  return operation.report === undefined ? readPages(operation, input, calls) : runReport(operation, input, calls)
}

/** Further pages would be of a later moment. */
async function runReport(operation: Operation, input: Record<string, unknown>, { call }: Calls) {
  // The output of a paged operation is a page.
  const { value, hasMore } = (await call(operation, { ...input, pageSize: LARGEST_PAGE })) as Page<unknown>
  if (hasMore) throw new CtlError(`There are more than ${value.length} rows: ctl export report${operation.report}`)
  return value
}

async function readPages<O extends Operation>(operation: O, input: Params<O>, { callPage }: Calls) {
  // The output of a paged operation is a page.
  type Listed = Output<O> extends Page<infer T> ? T : never
  const records: Listed[] = []
  for (let where: object | undefined = {}; where; ) {
    const { output, next }: CalledPage<O> = await callPage(operation, { ...input, pageSize: LARGEST_PAGE, ...where })
    const { value } = output as Page<Listed>
    records.push(...value)
    where = next === undefined ? undefined : { after: next }
  }
  return records
}

/**
 * Throws if a client would get a warehouse that is not registered, which is probably a mistyped number. Auth, which stores
 * the client, does not know the warehouses, so the command looks them up.
 */
async function refuseUnknownWarehouses({ warehouses }: Record<string, unknown>, calls: Calls): Promise<void> {
  if (!Array.isArray(warehouses) || warehouses.length === 0) return
  const registered = await readPages(inventory.listWarehouses, {}, calls)
  const unknown = warehouses.filter((wid) => registered.every(({ wID }) => wID !== wid))
  if (unknown.length === 0) return
  const known = registered.map(({ wID, name }) => `${wID} ${name}`).join(', ')
  throw new CtlError(`There is no warehouse ${unknown.join(', ')}. Registered are: ${known || 'none'}.`)
}
