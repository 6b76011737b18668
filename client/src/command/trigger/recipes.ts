import type { InventoryClient } from '../../client.ts'
import { answered, type Done, findItem, findLot, findReason, type Wanted } from './wanted.ts'

type Recipe = (client: InventoryClient, wanted: Wanted) => Promise<Done>

const REMARK = 'inventory trigger'
const SPOT = 'TRIGGER'
const OTHER_SPOT = 'TRIGGER-2'

const receive: Recipe = async (client, wanted) => {
  const { wid, units } = wanted
  const itemID = await findItem(client, wanted)
  const reasonCode = await findReason(client, 'in')
  const body = { itemID, units, wid, reasonCode, spot: SPOT, remark: REMARK }
  const done = await answered(client.POST('/Inventory/Receive', { body }))
  if (!('transactionNo' in done)) throw new Error('The answer has no transaction')
  return { ...done, details: `lot ${done.recNo}` }
}

/** By the type of the event: each operation that produces it, for a lot or an item of the warehouse. */
export const recipes: Readonly<Record<string, Recipe>> = {
  'inventory.received': receive,

  'inventory.issued': async (client, wanted) => {
    const { wid, units } = wanted
    const { recNo: recno, shortID: itemID } = await findLot(client, wanted, false)
    const reasonCode = await findReason(client, 'out')
    const body = { itemID, units, wid, reasonCode, recno, remark: REMARK }
    const done = await answered(client.POST('/Inventory/Issue', { body }))
    if (!('transactionNo' in done)) throw new Error('The answer has no transaction')
    return { ...done, details: `lot ${recno}` }
  },

  'inventory.moved': async (client, wanted) => {
    const { wid, units } = wanted
    const { recNo: recno, shortID: itemID, spot } = await findLot(client, wanted, false)
    const toSpot = spot === SPOT ? OTHER_SPOT : SPOT
    const done = await answered(client.POST('/Inventory/Move', { body: { itemID, units, wid, recno, toSpot } }))
    if (!('transactionNo' in done)) throw new Error('The answer has no transaction')
    return { ...done, details: `from ${spot || 'no bin'} to ${toSpot}` }
  },

  'inventory.held': async (client, wanted) => {
    const { recNo: recno } = await findLot(client, wanted, false)
    const done = await answered(
      client.POST('/Inventory/Hold', { body: { recno, units: wanted.units, remark: REMARK } }),
    )
    return { ...done, details: `lot ${done.recNo}` }
  },

  'inventory.released': async (client, wanted) => {
    const { recNo: recno } = await findLot(client, wanted, true)
    const done = await answered(
      client.POST('/Inventory/Release', { body: { recno, units: wanted.units, remark: REMARK } }),
    )
    return { ...done, details: `lot ${done.recNo}` }
  },

  'inventory.reversed': async (client, wanted) => {
    const { transactionNo, wid } = await receive(client, wanted)
    const path = { transactionNo }
    const response = client.POST('/Inventory/Transactions/{transactionNo}/Reverse', {
      params: { path },
      body: { remark: REMARK },
    })
    return { ...(await answered(response)), wid, details: `of the receipt ${transactionNo}`, isReversal: true }
  },
}
