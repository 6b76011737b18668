/** An error response: its status, machine-readable code and, for a validation error, the messages about each field. */
export class InventoryError extends Error {
  override readonly name = 'InventoryError'
  readonly statusCode: number
  readonly code: string
  readonly details: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether the response asks to send the same request later (`Retry-After`). */
  readonly isTemporary: boolean

  constructor(statusCode: number, body: unknown, headers?: Headers) {
    const { error, message, details } = toMembers(body)
    super(typeof message === 'string' ? message : `The service responded with ${statusCode}`)
    this.statusCode = statusCode
    this.code = typeof error === 'string' ? error : statusCode === 429 ? 'rate_limited' : 'unknown'
    this.isTemporary = headers?.has('Retry-After') ?? false
    // The service sends details in this shape or not at all.
    this.details = details as InventoryError['details']
  }
}

function toMembers(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
