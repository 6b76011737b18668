import type { Migration } from '../../../shared/database/migrations/migration.ts'
import type { Models } from '../models.ts'
import { carriedLines } from './1.1.0-carried-lines.ts'
import { customersOfAssociates } from './1.1.0-customers.ts'
import { entriesWithFigures } from './1.1.0-entries-with-figures.ts'
import { numbersInLedger } from './2.0.0-numbers-in-ledger.ts'
import { publishedOrders } from './2.0.0-published-orders.ts'
import { type RenumberDeps, readableNumbers } from './2.0.0-readable-numbers.ts'
import { unusedStructures } from './2.0.0-unused-structures.ts'
import { wordsOfItems } from './2.0.0-words-of-items.ts'

/** The migrations of inventory, in the sequence in which they run. */
export function createMigrations(parts: RenumberDeps & { readonly models: Models }): readonly Migration[] {
  const { connection, models } = parts
  return [
    unusedStructures(connection),
    carriedLines(connection),
    entriesWithFigures(connection),
    customersOfAssociates(connection),
    wordsOfItems(connection, models.items),
    readableNumbers(parts),
    numbersInLedger(connection, models.lots),
    publishedOrders(parts),
  ]
}
