import { createRootRoute } from '@tanstack/react-router'
import { Root } from '../root.tsx'
import { numberOf, textOf } from '../search-params.ts'

export const root = createRootRoute({ component: Root })
export const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

/** The query of an address, before it is checked. */
export type Given = Record<string, unknown>

/** What forms about stock begin with. */
export interface StockFormSearch {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
}
export const forStock = (given: Given): StockFormSearch => ({
  itemID: textOf(given, 'itemID'),
  wid: numberOf(given, 'wid'),
})
