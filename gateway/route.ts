import { z } from 'zod'
import type { Method, Operation } from '../shared/contract/core/operation.ts'

/** An operation's place in HTTP, taken apart. */
export interface RoutedOperation {
  readonly operation: Operation
  readonly method: Method
  readonly path: string
  /** Query parameter without which the route does not take a request. */
  readonly requiredQuery: string | undefined
  readonly pathFields: readonly string[]
  /** Input fields that come in the query: all others for methods without a body, else only the required one. */
  readonly queryFields: readonly string[]
  /** Input fields that come in the body. */
  readonly bodyFields: readonly string[]
  /** No field of the body is required, so there may be none. */
  readonly isBodyOptional: boolean
}

/** undefined for an operation without a route. */
export function toRouted(operation: Operation): RoutedOperation | undefined {
  const [, method, path, requiredQuery] = /^(GET|POST|PUT|DELETE) ([^?]+)(?:\?(.+))?$/.exec(operation.route ?? '') ?? []
  if (method === undefined || path === undefined) return undefined
  const pathFields = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  const others = Object.keys(operation.input.shape).filter((name) => !pathFields.includes(name))
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
    queryFields,
    bodyFields,
    isBodyOptional: bodyFields.every((name) => z.safeParse(operation.input.shape[name], undefined).success),
  }
}

type Values = Readonly<Record<string, unknown>>

/** A value that is not of its field's form names no path: /Inventory/abc is as unknown as /abc. Numbers are digits only. */
export function fitsPath({ operation, pathFields }: RoutedOperation, params: Values): boolean {
  return pathFields.every((name) => {
    const value = params[name]
    const result = z.safeParse(operation.input.shape[name], value)
    return result.success && (typeof result.data !== 'number' || /^\d+$/.test(String(value)))
  })
}

export function hasQuery({ requiredQuery }: RoutedOperation, query: Values): boolean {
  return requiredQuery === undefined || readerOf(query)(requiredQuery) !== undefined
}

/** The operation's fields in the query. */
export function readQuery({ queryFields }: RoutedOperation, query: Values): Values {
  const read = readerOf(query)
  const values: Record<string, unknown> = {}
  for (const field of queryFields) values[field] = read(field)
  return values
}

/** Names in the query may be in any case, the exact one wins, then the first: `category` serves as `Category` (decision 19). */
function readerOf(query: Values): (field: string) => unknown {
  const inAnyCase = new Map<string, unknown>()
  for (const [name, value] of Object.entries(query).toReversed()) inAnyCase.set(name.toLowerCase(), value)
  return (field) => (Object.hasOwn(query, field) ? query[field] : inAnyCase.get(field.toLowerCase()))
}
