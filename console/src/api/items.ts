import { list, record, withDryRun, write } from './http/operations.ts'

export const itemList = list('items', '/Item/All', 250)
export const item = record('item', '/Item/{shortID}')
export const aliases = record('aliases', '/Item/{shortID}/Aliases', { pageSize: 250 })

export const expiringOf = record('expiring', '/Inventory/Expiring', { pageSize: 250 })

/** Where a lot came from, and what became of it. */
export const trace = record('trace', '/Inventory/Lot/{recno}/Trace')

/** What can be promised up to the day `to`. */
export const availableToPromise = record('promises', '/Inventory/ATP')

/** Items whose SKU or description has the words of `search`. */
export const suggestions = record('suggestions', '/Item/All', { pageSize: 8 })

export const createItem = write('post', '/Item')
export const changeItem = write('put', '/Item')
export const putAlias = write('put', '/Item/{shortID}/Aliases/{alias}')
export const deleteAlias = write('delete', '/Item/{shortID}/Aliases/{alias}')

export const reorderPoints = record('reorder points', '/Inventory/Reorder', { pageSize: 250 })
export const putReorderPoint = withDryRun('put', '/Inventory/Reorder')
