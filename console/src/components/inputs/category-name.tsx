import { nameIn, useCategories } from '../../api/stock/categories.ts'

/** A category or a sub-category with its name, if it has one: Fasteners (7). */
export function CategoryName({ of: category, sub }: { readonly of: number; readonly sub?: number }) {
  const number = sub ?? category
  const name = nameIn(useCategories(), category, sub)
  return name === undefined ? number : `${name} (${number})`
}
