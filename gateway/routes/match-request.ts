import type { Request } from 'express'
import { z } from 'zod'
import type { Locals } from '../http/handler.ts'
import { queryOf, readParameter } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

/** Whether a request of the operation's method and path pattern is for it: path parameters fit, a required query parameter is there. */
export function matchesRequest(routed: RoutedOperation, req: Request, locals: Locals): boolean {
  const { requiredQuery } = routed
  if (!fitsPath(routed, req.params)) return false
  return requiredQuery === undefined || readParameter(queryOf(req, locals), requiredQuery) !== undefined
}

/** A value that its field refuses makes the path unknown: `/Inventory/abc` is 404, as `/abc` is. Numbers are digits only. */
export function fitsPath(
  { operation, pathFields }: RoutedOperation,
  params: Readonly<Record<string, unknown>>,
): boolean {
  return pathFields.every((name) => {
    const value = params[name]
    const result = z.safeParse(operation.input.shape[name], value)
    return result.success && (typeof result.data !== 'number' || /^\d+$/.test(String(value)))
  })
}
