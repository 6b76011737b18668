import type { InventoryClient } from '../client.ts'
import { InventoryError } from '../inventory-error.ts'
import type { components } from '../schema.ts'
import { Failure } from './command.ts'

type Recipe = (client: InventoryClient, wanted: Wanted) => Promise<Done>

const REMARK = 'inventory trigger'
const SPOT = 'TRIGGER'
const OTHER_SPOT = 'TRIGGER-2'

const receive: Recipe = async (client, wanted) => {
  const { wid, units } = wanted
  const itemID = await findItem(client, wanted)
  const reasonCode = await findReason(client, 'in')
  const body = { itemID, units, wid, reasonCode, spot: SPOT, remark: REMARK }
  const done = await movementOf(client.POST('/Inventory/Receive', { body }))
  return { ...done, details: `lot ${done.recNo}` }
}

/** Holds units of a lot, or releases held ones. */
function holding(path: '/Inventory/Hold' | '/Inventory/Release', isHeld: boolean): Recipe {
  return async (client, wanted) => {
    const { recNo: recno } = await findLot(client, wanted, isHeld)
    const done = await movementOf(client.POST(path, { body: { recno, units: wanted.units, remark: REMARK } }))
    return { ...done, details: `lot ${done.recNo}` }
  }
}

/** By the type of the event: each operation that produces it, for a lot or an item of the warehouse. */
export const recipes: Readonly<Record<string, Recipe>> = {
  'inventory.received': receive,

  'inventory.issued': async (client, wanted) => {
    const { wid, units } = wanted
    const { recNo: recno, shortID: itemID } = await findLot(client, wanted, false)
    const reasonCode = await findReason(client, 'out')
    const body = { itemID, units, wid, reasonCode, recno, remark: REMARK }
    const done = await movementOf(client.POST('/Inventory/Issue', { body }))
    return { ...done, details: `lot ${recno}` }
  },

  'inventory.moved': async (client, wanted) => {
    const { wid, units } = wanted
    const { recNo: recno, shortID: itemID, spot } = await findLot(client, wanted, false)
    const toSpot = spot === SPOT ? OTHER_SPOT : SPOT
    const done = await movementOf(client.POST('/Inventory/Move', { body: { itemID, units, wid, recno, toSpot } }))
    return { ...done, details: `from ${spot || 'no bin'} to ${toSpot}` }
  },

  'inventory.held': holding('/Inventory/Hold', false),
  'inventory.released': holding('/Inventory/Release', true),

  'inventory.reversed': async (client, wanted) => {
    const { transactionNo, wid } = await receive(client, wanted)
    const path = { transactionNo }
    const response = client.POST('/Inventory/Transactions/{transactionNo}/Reverse', {
      params: { path },
      body: { remark: REMARK },
    })
    return { ...(await movementOf(response)), wid, details: `of the receipt ${transactionNo}`, isReversal: true }
  },
}

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

/** The movement that was made; throws an InventoryError for an error response. */
export async function movementOf<T extends object>(sent: Promise<{ data?: T; error?: unknown; response: Response }>) {
  const { data, error, response } = await sent
  if (data === undefined) throw new InventoryError(response.status, error, response.headers)
  if (!('transactionNo' in data)) throw new Error('The response has no transaction')
  // Of the types of the response, the one that has the field.
  return data as Extract<T, { readonly transactionNo: number }>
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
