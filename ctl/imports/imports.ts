import { historyImport } from './history-import.ts'
import type { ImportKind } from './import-file.ts'
import { itemImport } from './item-import.ts'
import { orderImport } from './order-import.ts'
import { customerImport, vendorImport } from './party-imports.ts'
import { stockImport } from './stock-import.ts'

/** Every import, by its command. */
export const imports: Readonly<Record<string, ImportKind>> = {
  'item import': itemImport,
  'stock import': stockImport,
  'history import': historyImport,
  'customer import': customerImport,
  'vendor import': vendorImport,
  'order import': orderImport,
}
