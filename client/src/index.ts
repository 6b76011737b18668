export { createInventoryClient, type InventoryClient, type InventoryClientOptions } from './client.ts'
export { InventoryError } from './inventory-error.ts'
export type { PagedPath, PageQuery, RecordOf } from './paginate.ts'
export type { components, operations, paths } from './schema.ts'
