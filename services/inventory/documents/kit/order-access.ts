import { authorizeWarehouses, type Caller, type WarehouseScope } from '../../../../shared/contract/core/access.ts'
import type { PageQuery, Sort } from '../../../../shared/contract/core/paging.ts'

/** Throws 403 unless every line of an order is in the caller's warehouses (docs/decisions.md#51). */
export const authorizeOrder = ({ wids }: { readonly wids: readonly number[] }, caller: Caller | undefined): void =>
  authorizeWarehouses({ access: 'client', effect: 'read', warehouses: ['wids[]'] }, { wids }, caller)

/** Query fields that every list of orders has. */
export interface OrderQuery extends PageQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly warehouse?: number | undefined
}

/** The times that the query of a list of orders names; startDate and endDate compare with the fields given. */
export function timeFilters(
  { startDate, endDate, modifiedSince }: OrderQuery,
  startField: string,
  endField: string,
): object[] {
  return [
    ...(startDate ? [{ [startField]: { $gte: new Date(startDate) } }] : []),
    ...(endDate ? [{ [endField]: { $lte: new Date(endDate) } }] : []),
    ...(modifiedSince ? [{ modified: { $gte: new Date(modifiedSince) } }] : []),
  ]
}

/**
 * Orders whose every line is in a warehouse of the scope. The second condition alone would decide; the first one is what an index
 * can use.
 */
export const inScope = (scope: WarehouseScope): object[] =>
  scope === 'all' ? [] : [{ wids: { $in: [...scope] } }, { wids: { $not: { $elemMatch: { $nin: [...scope] } } } }]

/** The sort of a list in the database; `numberField` is what the answer calls the order's number. */
export function orderSort<F extends string>(sort: Sort<F> | undefined, numberField: F, defaultField: string) {
  if (!sort) return { [defaultField]: -1 as const, _id: -1 as const }
  const { field, direction } = sort
  return field === numberField ? { _id: direction } : { [field]: direction, _id: direction }
}
