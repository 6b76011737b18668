/** Every error that a client may get: HTTP status, meaning, and what to do about it (docs/interface.md#errors). */
export const errorCatalogue = {
  bad_request: {
    status: 400,
    meaning: 'Malformed request or missing data',
    remedy: 'Correct the request as the message says',
  },
  validation_error: {
    status: 400,
    meaning: 'One or more fields failed validation; see details',
    remedy: 'Correct all fields that details names, and send it with a new Idempotency-Key',
  },
  unauthorized: {
    status: 401,
    meaning: 'Authentication missing, invalid or expired',
    remedy: 'Get a new token and repeat; of the token request, ask the operator for credentials that are valid',
  },
  forbidden: {
    status: 403,
    meaning: 'Authenticated but not permitted',
    remedy: 'Ask the operator for the permission, the warehouse or the report; repeating does not help',
  },
  not_found: {
    status: 404,
    meaning: 'Resource does not exist',
    remedy: 'Look for the record in its list; the client may not see it',
  },
  conflict: {
    status: 409,
    meaning: 'Conflict with current state',
    remedy: 'Read the state that the message names, decide anew, and send it with a new Idempotency-Key',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests; the body is only a message',
    remedy: 'Wait for Retry-After seconds and repeat; batches and exports take fewer requests',
  },
  internal_error: {
    status: 500,
    meaning: 'Unexpected server error',
    remedy: 'Tell the operator the X-Request-Id; a write may be repeated with the same Idempotency-Key',
  },
  not_implemented: {
    status: 501,
    meaning: 'Endpoint exists but the operation is unavailable',
    remedy: 'Use a method that Allow names',
  },
  service_unavailable: {
    status: 503,
    meaning: 'Certainly not done; repeat after Retry-After',
    remedy: 'Wait for Retry-After seconds and repeat',
  },
  outcome_unknown: {
    status: 504,
    meaning: 'May have been done; repeat with the same Idempotency-Key',
    remedy: 'Repeat with the same Idempotency-Key: it takes effect once, and the repeat gets its response',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** Where the error is explained, as `Link` says in each response with an error (RFC 8288). */
export const helpLink = (code: ErrorCode): string => `</docs/interface#${helpAnchor(code)}>; rel="help"`
export const helpAnchor = (code: ErrorCode): string => `error-${code.replaceAll('_', '-')}`

/** Codes that an operation must declare before it may answer with them; any request may be answered with the other codes. */
export type DeclaredErrorCode = 'not_found' | 'conflict'

/** All messages about each bad field, by the name that the client sent (docs/decisions/interface.md#3). */
export type ErrorDetails = Readonly<Record<string, readonly string[]>>

/** The error object, as services send it and clients receive it. */
export interface ErrorBody {
  readonly statusCode: number
  readonly error: ErrorCode
  readonly message: string
  readonly details?: ErrorDetails | undefined
  /** Only of a line, in the output of a call inside the system. */
  readonly reason?: ErrorReason
}

/**
 * What the system itself decides by where several errors have one code. It travels beside the error object, which does
 * not have it: clients go by the status and `Retry-After`.
 */
export type ErrorReason = 'key_running' | 'key_used'

interface AppErrorOptions extends ErrorOptions {
  readonly details?: ErrorDetails | undefined
  readonly reason?: ErrorReason | undefined
}

/** An error that the contract declares. Any other error is a bug, and answered as `internal_error`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  readonly reason: ErrorReason | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.details = options.details
    this.reason = options.reason
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  /** The error object for the client: without cause and stack. */
  toBody(): ErrorBody {
    const { status: statusCode, code: error, message, details } = this
    return { statusCode, error, message, ...(details && { details }) }
  }

  static fromBody({ error, message, details, reason: ofLine }: ErrorBody, reason = ofLine): AppError {
    return new AppError(error, message, { details, reason })
  }
}

/** 400 `validation_error` with every bad field (docs/decisions/interface.md#3). */
export function validationError(details: ErrorDetails, options?: ErrorOptions): AppError {
  return new AppError('validation_error', 'Model validation failed.', { ...options, details })
}

/**
 * 409 for an Idempotency-Key whose first request is still running; the client may repeat it later. Every write may answer
 * it, declared or not, and `keyWasUsed` too.
 */
export const keyIsRunning = () =>
  new AppError('conflict', 'A request with this Idempotency-Key is still running.', { reason: 'key_running' })

/** 409 for an Idempotency-Key that was used before: for another request, or so long ago that the response is gone. */
export const keyWasUsed = (use: string) =>
  new AppError('conflict', `This Idempotency-Key was used ${use}.`, { reason: 'key_used' })

/** 503: the request had no effect. */
export function serviceUnavailable(cause?: unknown): AppError {
  return new AppError('service_unavailable', 'The service is temporarily unavailable. Nothing was changed.', { cause })
}

/**
 * Whether the error is found before the idempotency records are read, so that it says nothing about earlier tries of
 * the same write.
 */
export function precedesIdempotencyCheck(code: ErrorCode | undefined): boolean {
  return code === 'service_unavailable' || code === 'unauthorized' || code === 'forbidden'
}

/** Whether an error says that the request had no effect and will have none. */
export function isRefusal(code: ErrorCode | undefined): boolean {
  return code !== undefined && code !== 'outcome_unknown' && code !== 'internal_error'
}

/** 504: the write may have taken effect. */
export function outcomeUnknown(cause?: unknown): AppError {
  return new AppError('outcome_unknown', 'The outcome is unknown. Repeat with the same Idempotency-Key.', { cause })
}

/**
 * The error to answer for a thrown value: itself if it is an AppError, otherwise `internal_error` with the value as its
 * cause.
 */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('internal_error', 'An unexpected error occurred.', { cause: thrown })
}
