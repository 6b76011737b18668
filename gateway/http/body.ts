import { isUtf8 } from 'node:buffer'
import express, { type Request } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Response } from './handler.ts'

/** The largest body of a request, decompressed, of operations that name no other. */
export const MAX_BODY = '100kb'
/** Most levels to which a JSON body nests. */
export const MAX_DEPTH = 64

/**
 * Waits for the body, of any content type: the type is checked when the body is parsed. It resolves to a function that
 * throws if the body cannot be read, since other checks come before that one (docs/decisions/interface.md#1).
 */
export function receiveBody(limit: number | string = MAX_BODY) {
  const receive = express.raw({ type: () => true, limit })
  return (req: Request, res: Response) =>
    new Promise<() => void>((resolve) => {
      receive(req, res, (error?: unknown) =>
        resolve(() => {
          if (error !== undefined) throw error
        }),
      )
    })
}

const FORM = 'application/x-www-form-urlencoded'

/** The members of a JSON object; 400 `bad_request` for anything else (docs/decisions/interface.md#3). */
export function readJson(req: Request): Readonly<Record<string, unknown>> {
  const text = readText(req, 'application/json')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause: error })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('bad_request', 'The body must be a JSON object.')
  }
  if (isTooDeep(body)) throw new AppError('bad_request', `The body must not nest deeper than ${MAX_DEPTH} levels.`)
  // A parsed JSON value that is an object, no array and not null has string keys.
  return body as Record<string, unknown>
}

/** Goes from level to level, since recursion would exhaust the stack. */
function isTooDeep(body: object): boolean {
  let level: object[] = [body]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    const next: object[] = []
    for (const parent of level)
      for (const member of Object.values(parent)) if (typeof member === 'object' && member !== null) next.push(member)
    level = next
  }
  return false
}

/** The fields of a form, which may be empty; 400 `bad_request` for a repeated field (RFC 6749, 3.2). */
export function readForm(req: Request): Readonly<Record<string, string>> {
  const fields = new Map<string, string>()
  const isEmptyForm = isWithoutBody(req) && hasType(req.headers['content-type'], FORM)
  for (const [name, value] of new URLSearchParams(isEmptyForm ? '' : readText(req, FORM))) {
    if (fields.has(name)) throw new AppError('bad_request', 'A field of the form is given twice.')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

export function isWithoutBody({ body }: Request): boolean {
  return !Buffer.isBuffer(body) || body.length === 0
}

function readText(req: Request, type: string): string {
  const body: unknown = req.body
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('bad_request', 'The request has no body.')
  if (!hasType(req.headers['content-type'], type)) {
    throw new AppError('bad_request', `The Content-Type must be ${type}.`)
  }
  if (!isUtf8(body)) throw new AppError('bad_request', 'The body is not valid UTF-8.')
  return body.toString()
}

/** Whether a Content-Type is `type`, in UTF-8 or its subset US-ASCII. */
function hasType(given: string | undefined, type: string): boolean {
  const [name = '', ...parameters] = (given ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  return name.trim() === type && (charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/.test(charset))
}
