import type { Operation } from '../../shared/contract/core/operation.ts'
import { operations } from '../../shared/contract/index.ts'
import { flagsOf } from '../commands/flags.ts'
import { toFlag } from '../fields/command-field.ts'

/** Lists of what belongs to the client that asks; the operator has none, and other lists of those of all clients. */
const ofTheCaller: ReadonlySet<string> = new Set(['notifications.listWebhooks', 'notifications.listWebhookLog'])

/** Every list, by the word after `export`. */
export const exports: Readonly<Record<string, Operation>> = Object.fromEntries(
  operations
    .filter(({ name, paged }) => paged && !ofTheCaller.has(name))
    .map((operation) => [toFlag(operation.name).replace(/^.*\.(list-)?/, ''), operation]),
)

/** Records come in the sequence of their ids. */
const sorting: ReadonlySet<string> = new Set(['sort', 'direction'])

/** The filters of a list. */
export const filtersOf = (operation: Operation) => flagsOf(operation).filter(({ name }) => !sorting.has(name))
