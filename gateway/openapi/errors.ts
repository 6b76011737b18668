import { reportDenied } from '../../shared/contract/core/access.ts'
import {
  AppError,
  type ErrorCode,
  errorCatalogue,
  keyIsRunning,
  keyWasUsed,
  outcomeUnknown,
  serviceUnavailable,
  toAppError,
} from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { planConflicts } from '../../shared/contract/core/plan-tags.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import type { RoutedOperation } from '../routes/routed-operation.ts'
import { type HeaderName, headersWith } from './headers.ts'

/** The error object, and the simpler one of an exceeded rate limit (docs/interface.md, errors). */
export const errorSchemas = {
  Error: {
    type: 'object',
    description: 'Body of every error, except an exceeded rate limit',
    required: ['statusCode', 'error', 'message'],
    properties: {
      statusCode: { type: 'integer', description: 'The HTTP status' },
      error: { type: 'string', enum: Object.keys(errorCatalogue), description: 'Machine-readable code' },
      message: { type: 'string', description: 'Human-readable description' },
      details: {
        type: 'object',
        description: 'For validation_error only: every bad field, under its name, with all messages about it',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  RateLimited: {
    type: 'object',
    description: 'Body of 429',
    required: ['message'],
    properties: { message: { type: 'string', description: 'States the limit' } },
  },
} as const

const UNAUTHENTICATED = 'Authentication is missing, invalid or expired.'

/** Error responses that are the same for every operation. */
export function sharedErrors(rateLimitPerMinute: number) {
  return {
    Unauthorized: toResponse([new AppError('unauthorized', UNAUTHENTICATED)], ['WWW-Authenticate']),
    RateLimited: {
      description: errorCatalogue.rate_limited.meaning,
      headers: headersWith('Retry-After', 'Link'),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/RateLimited' },
          example: { message: `Rate limit exceeded. Maximum ${rateLimitPerMinute} requests per minute.` },
        },
      },
    },
    InternalError: toResponse([toAppError(undefined)]),
    ServiceUnavailable: toResponse([serviceUnavailable()], ['Retry-After']),
    OutcomeUnknown: toResponse([outcomeUnknown()], ['Retry-After']),
  }
}

/** Error responses, by status, of the operations of one method and path. */
export function errorResponses(variants: readonly RoutedOperation[]): Record<string, unknown> {
  const errors = variants.flatMap(ownErrors)
  const own = groupBy(errors, ({ status }) => status)
  const isPublic = variants.some(({ operation }) => operation.access === 'public')
  const isWrite = variants.some(({ operation }) => operation.effect === 'write')
  return {
    ...Object.fromEntries([...own].map(([status, those]) => [status, toResponse(those, headersOf(status, isWrite))])),
    ...(!isPublic && { 401: shared('Unauthorized') }),
    429: shared('RateLimited'),
    500: shared('InternalError'),
    503: shared('ServiceUnavailable'),
    ...(isWrite && { 504: shared('OutcomeUnknown') }),
  }
}

const shared = (name: keyof ReturnType<typeof sharedErrors>) => ({ $ref: `#/components/responses/${name}` })
const headersOf = (status: number, isWrite: boolean): HeaderName[] => {
  if (status === 401) return ['WWW-Authenticate']
  // While the first request with the Idempotency-Key is still running.
  return status === 409 && isWrite ? ['Retry-After'] : []
}

function ownErrors(routed: RoutedOperation): AppError[] {
  const { messages = {} } = routed.operation
  const declared = (['unauthorized', 'forbidden', 'not_found', 'conflict'] as const).flatMap((code) =>
    of(code, messages[code]),
  )
  return [...badRequests(routed), ...refusals(routed.operation), ...declared, ...conflicts(routed.operation)]
}

const of = (code: ErrorCode, messages: readonly string[] = []) => messages.map((message) => new AppError(code, message))

function badRequests(routed: RoutedOperation): AppError[] {
  const { operation, bodyFields, isBodyOptional } = routed
  const isForm = operation.body === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const hasBody = bodyFields.length > 0
  const messages = [
    ...(operation.messages?.bad_request ?? []),
    ...(isForm || !hasBody ? [] : ['The body is not valid JSON.', 'The body must be a JSON object.']),
    ...(isBodyOptional ? [] : ['The request has no body.']),
    ...(hasBody ? [`The Content-Type must be ${type}.`] : []),
    ...(operation.effect === 'write' ? ['The Idempotency-Key must be 1 to 255 visible ASCII characters.'] : []),
  ]
  return [...invalidInput(routed), ...of('bad_request', messages)]
}

/** The validation error of an empty input; where nothing is required, of a bad value in every field. */
function invalidInput({ operation: { input, example = {} }, requiredQuery }: RoutedOperation): AppError[] {
  const given = requiredQuery === undefined ? {} : { [requiredQuery]: example[requiredQuery] }
  const badInput = Object.fromEntries(Object.keys(input.shape).map((field) => [field, []]))
  for (const bad of [{ ...('units' in input.shape && { units: 0 }), ...given }, badInput]) {
    try {
      parseInput(input, bad)
    } catch (error) {
      return error instanceof AppError ? [error] : []
    }
  }
  return []
}

function refusals({ access, effect, report, warehouses }: Operation): AppError[] {
  if (access === 'public') return []
  return of('forbidden', [
    ...(effect === 'write' ? ['Account is read-only.'] : []),
    ...(typeof access === 'number' ? ['Insufficient permissions.'] : []),
    ...(report === undefined ? [] : [reportDenied().message]),
    ...(warehouses && warehouses.length > 0 ? ["Warehouse is outside the client's authorized scope."] : []),
  ])
}

function conflicts({ effect, hasDryRun }: Operation): AppError[] {
  if (effect === 'read') return []
  const ofPlan = hasDryRun ? of('conflict', Object.values(planConflicts)) : []
  return [keyIsRunning(), keyWasUsed('with another request'), ...ofPlan]
}

function toResponse(errors: readonly AppError[], headers: readonly HeaderName[] = []) {
  const meanings = new Set(errors.map(({ code }) => `${code}: ${errorCatalogue[code].meaning}`))
  const bodies = new Map(errors.map((error) => [JSON.stringify(error.toBody()), error.toBody()]))
  const examples = [...groupBy([...bodies.values()], ({ message }) => message)].flatMap(([message, same]) =>
    same.map((value, index) => [
      `${toName(message)}${index === 0 ? '' : `-${index + 1}`}`,
      { summary: message, value },
    ]),
  )
  return {
    description: [...meanings].join('; '),
    headers: headersWith('Link', ...headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Key of an example: letters, digits and hyphens, as OpenAPI wants for components. */
function toName(message: string): string {
  return message
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
