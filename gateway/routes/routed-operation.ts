import type { Request } from 'express'
import { z } from 'zod'
import { DRY_RUN } from '../../shared/contract/core/dry-runs.ts'
import type { Method, Operation, Route } from '../../shared/contract/core/operation.ts'
import type { Locals } from '../http/handler.ts'
import { queryOf, readParameter } from '../http/query.ts'

/** Prefix of every path of the contract; the version is part of it (docs/interface.md, versioning). */
export const BASE_PATH = '/api/v1'

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

/** Whether a request of this method and path pattern is for the operation: path parameters and required query fit. */
export function matchesRequest(routed: RoutedOperation, req: Request, locals: Locals): boolean {
  const { requiredQuery } = routed
  if (!fitsPath(routed, req.params)) return false
  return requiredQuery === undefined || readParameter(queryOf(req, locals), requiredQuery) !== undefined
}

/** A value that its field refuses makes the path unknown: `/Inventory/abc` is 404, as `/abc` is. Numbers are digits only. */
export function fitsPath(routed: RoutedOperation, params: Readonly<Record<string, unknown>>): boolean {
  const values = readPath(routed, params)
  return routed.pathFields.every((name) => {
    const result = z.safeParse(routed.operation.input.shape[name], values[name])
    return result.success && (typeof result.data !== 'number' || /^\d+$/.test(String(params[name])))
  })
}

/** The path parameters as the input takes them. */
export function readPath(
  { numericPathFields }: RoutedOperation,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (numericPathFields.length === 0) return params
  return { ...params, ...Object.fromEntries(numericPathFields.map((name) => [name, Number(params[name])])) }
}
