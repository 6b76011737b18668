import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { CtlError } from '../output/failure.ts'
import { recordImport } from './record-import.ts'

export const itemImport = recordImport({
  summary: 'Create the items of a file, and update those that exist and differ',
  create: catalog.createItem,
  update: catalog.updateItem,
  get: (call, key) =>
    call(catalog.getItem, { key }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new CtlError(`${key} is an alias of another item.`)
    }),
  // Some fields have two names.
  toValues: ({ categoryID, unit, active, ...named }) => ({
    ...named,
    category: named.category ?? categoryID,
    uOM: named.uOM ?? unit,
    discontinued: named.discontinued ?? (active === undefined ? undefined : !active),
  }),
})
