import { z } from 'zod'
import { DRY_RUN } from '../../shared/contract/core/dry-runs.ts'
import type { Method, Operation, Route } from '../../shared/contract/core/operation.ts'

/** An operation with its route taken apart. */
export interface RoutedOperation {
  readonly operation: Operation
  readonly method: Method
  /** Express pattern below the base path, such as `/Item/:shortID`. */
  readonly path: string
  /** Query parameter without which the operation does not take a request. */
  readonly requiredQuery: string | undefined
  readonly pathFields: readonly string[]
  /** Those that the input takes as numbers only, because the main route has them in the body. */
  readonly numericPathFields: readonly string[]
  /** Input fields in the query: all that are not in the path; with POST and PUT only the required one. */
  readonly queryFields: readonly string[]
  readonly bodyFields: readonly string[]
  /** No field of the body is required, so the request may come without one. */
  readonly isBodyOptional: boolean
}

/**
 * All routes, with alternate ones: literal paths before those with parameters, and of one path those with a required
 * query first, so that no dry run is taken for its write; else in the contract's order.
 */
export function toRoutedOperations(operations: readonly Operation[]): RoutedOperation[] {
  return operations
    .flatMap((operation) =>
      [operation.route, ...(operation.alternateRoutes ?? [])].flatMap((route) => toRouted(operation, route) ?? []),
    )
    .toSorted((one, other) => one.pathFields.length - other.pathFields.length || queries(other) - queries(one))
}

const queries = ({ requiredQuery }: RoutedOperation) => (requiredQuery === undefined ? 0 : 1)

/** Takes a route apart, the operation's main one by default; undefined for an operation without a route. */
export function toRouted(
  operation: Operation,
  route: Route | undefined = operation.route,
): RoutedOperation | undefined {
  const [, method, path, requiredQuery] = /^(GET|POST|PUT|DELETE) ([^?]+)(?:\?(.+))?$/.exec(route ?? '') ?? []
  if (method === undefined || path === undefined) return undefined
  const pathFields = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  // A path of dry runs alone needs no parameter that says so.
  const isNamed = (name: string) => pathFields.includes(name) || (name === DRY_RUN && name !== requiredQuery)
  const others = Object.keys(operation.input.shape).filter((name) => !isNamed(name))
  const hasBody = method === 'POST' || method === 'PUT'
  const queryFields = others.filter((name) => !hasBody || name === requiredQuery)
  const bodyFields = others.filter((name) => !queryFields.includes(name))
  return {
    operation,
    // The pattern above names the four methods.
    method: method as Method,
    path,
    requiredQuery,
    pathFields,
    numericPathFields: pathFields.filter((name) => !z.safeParse(operation.input.shape[name], '1').success),
    queryFields,
    bodyFields,
    isBodyOptional: bodyFields.every((name) => z.safeParse(operation.input.shape[name], undefined).success),
  }
}
