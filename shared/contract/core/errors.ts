/** Every error a client may see (spec 7.2): its HTTP status and what it means. 503 and 504 are ours: see README, "Outcomes". */
export const errorCatalogue = {
  bad_request: { status: 400, meaning: 'Malformed request or missing data' },
  validation_error: { status: 400, meaning: 'One or more fields failed validation; see details' },
  unauthorized: { status: 401, meaning: 'Authentication missing, invalid or expired' },
  forbidden: { status: 403, meaning: 'Authenticated but not permitted' },
  not_found: { status: 404, meaning: 'Resource does not exist' },
  conflict: { status: 409, meaning: 'Conflict with current state' },
  rate_limited: { status: 429, meaning: 'Too many requests; the body is only a message' },
  internal_error: { status: 500, meaning: 'Unexpected server error' },
  not_implemented: { status: 501, meaning: 'Endpoint exists but the operation is unavailable' },
  service_unavailable: { status: 503, meaning: 'Certainly not done; repeat after Retry-After' },
  outcome_unknown: { status: 504, meaning: 'May have been done; repeat with the same Idempotency-Key' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** Codes an operation declares for itself; all the others can meet any request. */
export type DeclaredErrorCode = 'not_found' | 'conflict'

/** Field name, as the client sent it, to every message about it (spec 7.4). */
export type ErrorDetails = Readonly<Record<string, readonly string[]>>

/** The error object of spec 7.1, as services send it and clients receive it. */
export interface ErrorBody {
  readonly statusCode: number
  readonly error: ErrorCode
  readonly message: string
  readonly details?: ErrorDetails
}

/** An error with a promised answer. Anything else that is thrown is a bug and answered as internal_error. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { details?: ErrorDetails | undefined } = {}) {
    super(message, options)
    this.code = code
    this.details = options.details
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  /** What the client sees: no cause, no stack. */
  toBody(): ErrorBody {
    const { status: statusCode, code: error, message, details } = this
    return { statusCode, error, message, ...(details && { details }) }
  }

  static fromBody({ error, message, details }: ErrorBody): AppError {
    return new AppError(error, message, { details })
  }
}

/** 400 `validation_error` naming every bad field at once (decision 3). */
export function validationError(details: ErrorDetails, options?: ErrorOptions): AppError {
  return new AppError('validation_error', 'Model validation failed.', { ...options, details })
}

/** 409 about the Idempotency-Key itself: any write may answer it, declared or not. */
export class KeyConflict extends AppError {
  constructor(message: string) {
    super('conflict', message)
  }
}

/** Message of the 409 for an Idempotency-Key whose first request has not ended yet; to be sent again a little later. */
export const STILL_RUNNING = 'A request with this Idempotency-Key is still running.'

/** 503: certainly no effect. */
export function serviceUnavailable(cause?: unknown): AppError {
  return new AppError('service_unavailable', 'The service is temporarily unavailable. Nothing was changed.', { cause })
}

/** Errors that are found before the record of operations is asked, and so are true of this try of a write only. */
export function saysNothingOfEarlierTries(code: ErrorCode | undefined): boolean {
  return code === 'service_unavailable' || code === 'unauthorized' || code === 'forbidden'
}

/** 504: a write that may have taken effect. */
export function outcomeUnknown(cause?: unknown): AppError {
  return new AppError('outcome_unknown', 'The outcome is unknown. Repeat with the same Idempotency-Key.', { cause })
}

/** The error that a thrown value is answered with: itself, or a message that gives nothing away. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('internal_error', 'An unexpected error occurred.', { cause: thrown })
}
