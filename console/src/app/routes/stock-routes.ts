import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { entryTypes } from '../../api/names/record-names.ts'
import type { EntryType } from '../../api/stock/ledger.ts'
import { directionOf, numberOf, textOf } from '../search-params.ts'
import { at, type Given } from './root-route.ts'

interface StockSearch {
  readonly wid?: number | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly direction?: 'ASC' | 'DESC' | undefined
}
const stock = createRoute({
  ...at('/stock'),
  component: lazyRouteComponent(() => import('../../screens/stock/stock.tsx'), 'Stock'),
  validateSearch: (given: Given): StockSearch => ({
    wid: numberOf(given, 'wid'),
    search: textOf(given, 'search'),
    sort: textOf(given, 'sort'),
    direction: directionOf(given),
  }),
})

const item = createRoute({
  ...at('/items/$shortID'),
  component: lazyRouteComponent(() => import('../../screens/item/item.tsx'), 'Item'),
})

const lot = createRoute({
  ...at('/lots/$recno'),
  component: lazyRouteComponent(() => import('../../screens/lot/lot.tsx'), 'Lot'),
  params: { parse: ({ recno }) => ({ recno: Number(recno) }), stringify: ({ recno }) => ({ recno: String(recno) }) },
})

interface LedgerSearch {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
  readonly recno?: number | undefined
  readonly type?: EntryType | undefined
  readonly reference?: string | undefined
}
const ledger = createRoute({
  ...at('/ledger'),
  component: lazyRouteComponent(() => import('../../screens/ledger/ledger.tsx'), 'Ledger'),
  validateSearch: (given: Given): LedgerSearch => ({
    itemID: textOf(given, 'itemID'),
    wid: numberOf(given, 'wid'),
    recno: numberOf(given, 'recno'),
    type: entryTypes.find((type) => type === given.type),
    reference: textOf(given, 'reference'),
  }),
})

interface LotsSearch {
  readonly hold?: boolean | undefined
  readonly wid?: number | undefined
  readonly view?: 'map' | undefined
}
const lots = createRoute({
  ...at('/lots'),
  component: lazyRouteComponent(() => import('../../screens/lots/lots.tsx'), 'Lots'),
  validateSearch: (given: Given): LotsSearch => ({
    hold: given.hold === true ? true : undefined,
    wid: numberOf(given, 'wid'),
    view: given.view === 'map' ? 'map' : undefined,
  }),
})
interface ExpirySearch {
  readonly wid?: number | undefined
}
const expiry = createRoute({
  ...at('/expiry'),
  component: lazyRouteComponent(() => import('../../screens/lots/expiry.tsx'), 'Expiry'),
  validateSearch: (given: Given): ExpirySearch => ({ wid: numberOf(given, 'wid') }),
})

export const stockRoutes = [stock, item, lots, lot, expiry, ledger] as const
