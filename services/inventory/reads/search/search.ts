import type { Connection } from 'mongoose'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { type Guarded, isPermitted, warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input, Output } from '../../../../shared/contract/core/operation.ts'
import { readersOf } from '../../../../shared/contract/documents/document-operations.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { DEFAULT_HITS } from '../../../../shared/contract/inventory/search.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { RegisteredFamily } from '../../documents/kit/register-family.ts'
import type { Items } from '../../masters/items/items.ts'
import type { Registries } from '../../masters/registries/registries.ts'
import type { Models } from '../../models.ts'
import { type DocumentSearch, findDocuments } from './find-documents.ts'
import { askForItem, findItems } from './find-items.ts'
import { findLots, findScannedLots } from './find-lots.ts'
import { findReservations } from './find-reservations.ts'
import { toResult } from './hit.ts'
import { toWanted } from './wanted.ts'

interface SearchDeps extends Pick<DocumentSearch, 'pageIndexOf'> {
  readonly connection: Connection
  readonly models: Pick<Models, 'lots' | 'reservations'>
  readonly items: Items
  readonly registries: Registries
  readonly families: readonly RegisteredFamily[]
}

/** Finds whatever has a name or a number; each look-up is one of an index (docs/decisions/lists.md#81). */
export const createSearch =
  ({ connection, pageIndexOf, models, items, registries, families }: SearchDeps) =>
  async (
    { text: given, limit = DEFAULT_HITS }: Input<(typeof inventory)['search']>,
    context: CallContext,
  ): Promise<Output<(typeof inventory)['search']>> => {
    const { caller } = context
    const mayCall = (operation: Pick<Guarded, 'access' | 'alternateAccess'>) =>
      caller !== undefined && isPermitted(operation, caller)
    const wanted = toWanted(given)
    const { text, serials, names } = wanted
    const scope = warehouseScope(caller)
    const seesStock = mayCall(inventory.listLots)
    const seesItems = mayCall(catalog.listItems)
    if (serials.length > 0 && seesStock) {
      const [item] = await items.named(names, 1)
      const lots = await findScannedLots(models.lots, serials, item?._id, { scope, wids: [], limit })
      if (lots.length > 0) return { value: toResult(lots, limit) }
    }
    const search = { connection, pageIndexOf, scope, limit }
    const found = await Promise.all([
      seesItems ? findItems(items, wanted, limit) : [],
      ...(text === undefined
        ? []
        : [
            seesStock
              ? findLots(models.lots, text, {
                  ...search,
                  wids: scope === 'all' ? await registries.warehouses.ids() : scope,
                })
              : [],
            ...families.map(({ apply }) =>
              apply((family) => (mayCall(readersOf(family.key)) ? findDocuments(family, text, search) : [])),
            ),
            mayCall(inventory.listReservations) ? findReservations(models.reservations, text, search) : [],
          ]),
    ])
    const hits = found.flat()
    const asked = hits.length === 0 && seesItems ? await askForItem(items, wanted, context) : []
    return { value: toResult([...hits, ...asked], limit) }
  }
