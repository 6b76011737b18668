import type { InventoryError } from '../../inventory-error.ts'
import { toPrintable } from './output.ts'

/** No token, or a token that is refused even when it is new: the client was deleted, or its secret replaced. */
const LOGIN_AGAIN = 'The credentials are not accepted, or not any more. Run inventory login again.'

/** The message of the interface, and its messages about fields, each in a line. */
export function describeError({ statusCode, code, message, details = {} }: InventoryError): string {
  const fields = Object.entries(details).flatMap(([field, messages]) =>
    messages.map((about) => `  ${toPrintable(field)}: ${toPrintable(about)}`),
  )
  const advice = statusCode === 401 ? [LOGIN_AGAIN] : []
  return [`${statusCode} ${toPrintable(code)}: ${toPrintable(message)}`, ...fields, ...advice].join('\n')
}

/** fetch rejects with a TypeError if it gets no answer. */
export function isLostConnection(error: unknown): error is TypeError {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')
}

export function describeLostConnection(error: TypeError): string {
  return `The service does not answer: ${reasonOf(error.cause)}.`
}

/** The system's code of a failed connection, such as ECONNREFUSED, or what there is. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'the connection failed'
  return 'code' in error ? String(error.code) : error.message
}
