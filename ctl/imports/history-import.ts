import { importedMovement, inventory } from '../../shared/contract/inventory/inventory.ts'
import { toCommandFields } from '../command-fields.ts'
import type { ImportKind } from './import-file.ts'
import { lineImport } from './line-import.ts'

/** Each row is one movement; a batch is sent when the one before is done, since what happened later rests on it. */
export const historyImport: ImportKind = {
  summary: 'Enter the movements of another system, oldest first, as of when they happened; nothing twice',
  fields: toCommandFields({ input: importedMovement }).filter(({ name }) => name !== 'key'),
  isInSequence: true,
  ...lineImport({
    prefix: 'history',
    done: 'entered',
    restsOn: 'item',
    send: ({ call }, lines, context) => call(inventory.importHistory, { lines: [...lines] }, context),
  }),
}
