import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, helpLink } from '../../shared/contract/core/errors.ts'
import type { Logger } from '../../shared/process/log.ts'

/** By the error codes of Node.js's HTTP parser and timeouts. */
const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Answers bytes that are not an HTTP request, and requests that come too slowly, with 400, and closes the connection. */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
  log: Logger,
): void {
  log.debug({ code: error.code }, 'A connection was refused')
  if (error.code === 'ECONNRESET') return void socket.destroy()
  refuseOn(socket, new AppError('bad_request', messages[error.code ?? ''] ?? 'The request is not valid HTTP.'), open)
}

/** Answers the request that has not arrived as a whole, and closes its connection. */
export function refuseOn(socket: Duplex, refusal: AppError, open: ReadonlySet<ServerResponse>): void {
  const ofSocket = [...open].filter(({ req }) => req.socket === socket)
  // Responses to earlier requests come first: the client must not take this one for one of them, or for the rest of one.
  const isLater = ofSocket.some((res) => res.req.complete || res.headersSent)
  if (!socket.writable || isLater) return void socket.destroy()
  const { status, headers, body } = toResponse(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines]
  // After HEAD the client expects no body, whatever the length says (RFC 9110, 9.3.2).
  const isHead = ofSocket.some(({ req }) => req.method === 'HEAD')
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`, () => socket.destroy())
}

/** Answers a request whose target has no path, which Express would answer itself, and closes its connection. */
export function refuseTarget(res: ServerResponse): void {
  const message = 'The request target must be a path, or an address of http or https.'
  const { status, headers, body } = toResponse(new AppError('bad_request', message))
  res.writeHead(status, headers).end(body)
}

function toResponse(refusal: AppError) {
  const body = JSON.stringify(refusal.toBody())
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
    Link: helpLink(refusal.code),
    Connection: 'close',
    ...(refusal.status === 503 && { 'Retry-After': '1' }),
  }
  return { status: refusal.status, headers, body }
}
