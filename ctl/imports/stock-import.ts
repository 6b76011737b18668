import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { toCommandFields } from '../command-fields.ts'
import type { ImportKind } from './import-file.ts'
import { lineImport } from './line-import.ts'

/** Each row is one receipt. */
export const stockImport: ImportKind = {
  summary: 'Receive the lots of a file; rows that the same import has received before are left alone',
  fields: toCommandFields(inventory.receive),
  ...lineImport({
    prefix: 'import',
    done: 'received',
    send: ({ call }, rows, context) => {
      const lines = rows.map((row) => ({ action: 'receive' as const, ...row }))
      return call(inventory.batch, { mode: 'perLine', lines }, context)
    },
  }),
}
