import { setTimeout } from 'node:timers/promises'
import type { InventoryError } from '../inventory-error.ts'

/** Writes a line to the standard output; resolves when it is written. */
export function print(text: string): Promise<void> {
  return writeOut(text.endsWith('\n') ? text : `${text}\n`)
}

/** Writes bytes to the standard output; resolves when they are written, so that nothing piles up. */
export function writeOut(bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** Writes a line for people to the standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Text of others as one line that a terminal shows and does not obey: control characters are escaped. */
export function toPrintable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

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

/** fetch rejects with a TypeError if it gets no response. */
export function isLostConnection(error: unknown): error is TypeError {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')
}

export function describeLostConnection(error: TypeError): string {
  return `The service does not respond: ${reasonOf(error.cause)}.`
}

/** The system's code of a failed connection, such as ECONNREFUSED, or what there is. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'the connection failed'
  return 'code' in error ? String(error.code) : error.message
}

/** Aborted by the first SIGINT or SIGTERM, so that what is under way comes to its end; a second one ends the process. */
export function createStopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Resolves after the time, or at once when stopped. */
export const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => undefined)
