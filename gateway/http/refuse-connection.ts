import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Logger } from '../../shared/process/log.ts'

/** By the error codes of Node.js's HTTP parser and timeouts. */
const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Answers bytes that are no HTTP request, or a request that comes too slowly, with 400 and the error object, and closes the connection. */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  inFlight: ReadonlySet<ServerResponse>,
  log: Logger,
): void {
  log.debug({ code: error.code }, 'A connection was refused')
  // The bytes of a second answer must not follow those of one that has begun.
  const hasBegun = [...inFlight].some((res) => res.socket === socket && res.headersSent)
  if (!socket.writable || error.code === 'ECONNRESET' || hasBegun) return void socket.destroy()
  const refusal = new AppError('bad_request', messages[error.code ?? ''] ?? 'The request is not valid HTTP.')
  const body = JSON.stringify(refusal.toBody())
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
