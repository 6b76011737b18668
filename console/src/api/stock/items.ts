import { api, bodyOf } from '../http/client.ts'

export const item = (shortID: string) => ({
  queryKey: ['item', shortID],
  queryFn: () => bodyOf(api.GET('/Item/{shortID}', { params: { path: { shortID } } })),
})

export const aliases = (shortID: string) => ({
  queryKey: ['aliases', shortID],
  queryFn: () =>
    bodyOf(api.GET('/Item/{shortID}/Aliases', { params: { path: { shortID }, query: { pageSize: 250 } } })),
})

/** The lots of an item that expire. */
export const expiringOf = (itemID: string) => ({
  queryKey: ['expiring', itemID],
  queryFn: () => bodyOf(api.GET('/Inventory/Expiring', { params: { query: { itemID, pageSize: 250 } } })),
})

export const trace = (recno: number) => ({
  queryKey: ['trace', recno],
  queryFn: () => bodyOf(api.GET('/Inventory/Lot/{recno}/Trace', { params: { path: { recno } } })),
})

/** What can be promised up to the day `to`. */
export const promises = (itemID: string, wid: number, to: string) => ({
  queryKey: ['promises', itemID, wid, to],
  queryFn: () => bodyOf(api.GET('/Inventory/ATP', { params: { query: { itemID, wid, to } } })),
})

const SUGGESTIONS = 8

/** Items whose SKU or description has these words. */
export const suggestions = (search: string) => ({
  queryKey: ['suggestions', search],
  queryFn: () => bodyOf(api.GET('/Item/All', { params: { query: { search, pageSize: SUGGESTIONS } } })),
})
