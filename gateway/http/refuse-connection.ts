import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Logger } from '../../shared/process/log.ts'

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Answers what is no HTTP request, or comes too slowly, with the error object, and closes the connection. */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  underWay: ReadonlySet<ServerResponse>,
  log: Logger,
): void {
  log.debug({ code: error.code }, 'A connection was refused')
  // A second answer must not run into one that has begun.
  const hasBegun = [...underWay].some((res) => res.socket === socket && res.headersSent)
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
