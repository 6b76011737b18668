import type { Response as ExpressResponse, Request } from 'express'
import type { Caller } from '../../shared/contract/core/access.ts'
import { AppError, type ErrorCode } from '../../shared/contract/core/errors.ts'
import type { Logger } from '../../shared/process/log.ts'
import type { Query } from './query.ts'

/** State of one request, in `res.locals`. */
export interface Locals {
  /** In `X-Request-Id` and in the log lines of every process. */
  requestId: string
  /** The gateway's span in the request's trace (W3C Trace Context). */
  traceparent: string
  /** Epoch milliseconds at which the request arrived. */
  startedAt: number
  /** When the gateway began with it, by `performance.now()`. */
  beganAt: number
  log: Logger
  /** `WWW-Authenticate` of a 401 (RFC 9110, 11.6.1). */
  challenge: string
  /** The bearer token and the client it proves; both unset without a valid token. */
  token?: string
  caller?: Caller
  /** Counts further requests for whom the rate limit counted this one; rejects with 429 if they are too many. */
  countFurther?: (requests: number) => void | Promise<void>
  /** The console's session, on its paths. */
  session?: {
    readonly publicId: string
    readonly actor: string
    readonly expires: number
    readonly verified?: { readonly idToken: string } | undefined
  }
  /** Name and full path pattern of the operation, once the path is matched. */
  operation?: string
  route?: string
  /** Parsed when it is first read: see queryOf. */
  query?: Query
  /** Names of query parameters that the path does not know, as in `X-Ignored-Parameters`. */
  ignored?: string
  /** Names of members of the body that the operation does not know, as in `X-Ignored-Fields`. */
  ignoredFields?: string
  /** The error of its response. */
  failure?: { readonly code: ErrorCode; readonly body: Buffer }
  /** Methods of the operations that the path belongs to. */
  allowedMethods?: Set<string>
}

export type Response = ExpressResponse<unknown, Locals>
/** Express middleware with our Locals. */
export type Handler = (req: Request, res: Response, next: (reason?: unknown) => void) => unknown
/** One step of handling a request: throws, or rejects with, the error that ends it. */
export type Check = (req: Request, res: Response) => void | Promise<void>

/** What every request begins with: throws the error that ends it. */
export type Begin = (req: Request, res: Response) => void
/** What follows when the connection has taken the response or was lost. */
export type End = (req: Request, res: Response) => void

/** One middleware with one listener: as one of each, these would cost several microseconds for each request. */
export const around =
  (begins: readonly Begin[], ends: readonly End[]): Handler =>
  (req, res, next) => {
    res.once('close', () => {
      for (const end of ends) end(req, res)
    })
    for (const begin of begins) begin(req, res)
    next()
  }

/** Runs one check after the other. */
export const inTurn =
  (...checks: readonly Check[]): Check =>
  async (req, res) => {
    for (const check of checks) await check(req, res)
  }

/** A check as middleware. */
export const toHandler =
  (check: Check): Handler =>
  async (req, res, next) => {
    await check(req, res)
    next()
  }

/** Refuses other methods than GET and HEAD, for documents outside the contract. */
export const refuseWrites: Handler = ({ method }, res, next) =>
  method === 'GET' || method === 'HEAD' ? next() : notImplemented(res, 'GET, HEAD')

/** 501 with `Allow` for a known path with another method (docs/decisions/interface.md#2). */
export function notImplemented(res: Response, allow: string): never {
  res.setHeader('Allow', allow)
  throw new AppError('not_implemented', 'This path does not support the method.')
}
