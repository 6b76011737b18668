import type { Request } from 'express'
import { z } from 'zod'
import type { Locals } from '../http/handler.ts'
import { queryOf, readParameter } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

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
