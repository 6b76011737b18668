import type { InventoryClient } from '../../client.ts'
import { InventoryError } from '../../inventory-error.ts'
import type { components } from '../../schema.ts'
import { Failure } from '../command.ts'

/** What an event is made with. */
export interface Wanted {
  readonly wid: number
  readonly units: number
  readonly itemID: string | undefined
}

/** What was done. */
export interface Done {
  readonly transactionNo: number
  readonly shortID: string
  readonly units: number
  readonly wid: number
  readonly details?: string
  readonly isReversal?: boolean
}

type Lot = components['schemas']['Lot']

/** The data of an answer; an error answer is thrown. */
export async function answered<T>(received: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await received
  if (data === undefined) throw new InventoryError(response.status, error, response.headers)
  return data
}

/** The given item, or the first of the catalog. */
export async function findItem(client: InventoryClient, { itemID }: Wanted): Promise<string> {
  if (itemID !== undefined) return itemID
  for await (const item of client.paginate('/Item/All', { query: { pageSize: 50 } }))
    if (!item.discontinued) return item.shortID
  throw new Failure('The catalog has no item.')
}

/** A lot of the warehouse with enough units. */
export async function findLot(client: InventoryClient, { wid, itemID, units }: Wanted, hold: boolean): Promise<Lot> {
  const query = itemID === undefined ? { active: true, hold } : { active: true, hold, itemID }
  for await (const lot of client.paginate('/Inventory/{wid}', { path: { wid }, query }))
    if (lot.units >= units) return lot
  const what = `${hold ? 'held ' : ''}lot of ${itemID ?? 'any item'} with ${units} units`
  throw new Failure(
    `Warehouse ${wid} has no ${what}. Run inventory trigger ${hold ? 'inventory.held' : 'inventory.received'} first.`,
  )
}

/** The first reason code of a direction. */
export async function findReason(client: InventoryClient, direction: 'in' | 'out'): Promise<number> {
  for await (const reason of client.paginate('/ReasonCode')) if (reason.direction === direction) return reason.code
  throw new Failure(`There is no reason code of direction ${direction}.`)
}
