import { createServer, type Server, type Socket } from 'node:net'
import { serialize } from 'bson'
import { type Context, execute } from './commands/execute.ts'
import { CommandError, toCommandError } from './errors/command-error.ts'
import { labelsOf } from './errors/labels.ts'
import { isConnectionLoss } from './errors/sqlstate.ts'
import type { Client } from './wire/client.ts'
import { type Command, readCommand } from './wire/command.ts'
import { encodeReply, MessageReader, parseRequest, type Request, WireError } from './wire/messages.ts'
import { appendBytes } from './wire/reply.ts'

const COPIED_BELOW_BYTES = 16_384

/** A server that speaks MongoDB's wire protocol. */
export function createGateway(context: Context): Server {
  return createServer({ noDelay: true, keepAlive: true }, (socket) => serve(socket, context))
}

function serve(socket: Socket, context: Context): void {
  const client: Client = {
    isClosed: false,
    address: `${socket.localAddress}:${socket.localPort}`,
    appName: undefined,
  }
  const reader = new MessageReader()
  let last: Promise<void> = Promise.resolve()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    client.isClosed = true
  })
  socket.on('data', (chunk) => {
    try {
      for (const message of reader.take(chunk)) {
        const request = parseRequest(message)
        last = last.then(() => respond(socket, request, client, context))
      }
    } catch (error) {
      closeOnError(socket, error)
    }
  })
}

async function respond(socket: Socket, request: Request, client: Client, context: Context): Promise<void> {
  try {
    const document = appendBytes(await replyTo(request, client, context), context.clock.replyBytes())
    if (request.wantsReply && !socket.destroyed) send(socket, encodeReply(request, document))
  } catch (error) {
    closeOnError(socket, error)
  }
}

async function replyTo(request: Request, client: Client, context: Context): Promise<Uint8Array> {
  const command = readCommand(request.body, request.sequences)
  try {
    return await execute(command, client, context)
  } catch (error) {
    // The outcome of the command is unknown then. A driver learns that from a closed connection.
    if (error instanceof WireError || (isConnectionLoss(error) && !(error instanceof CommandError))) throw error
    return errorReply(toCommandError(error), command)
  }
}

function errorReply({ message, code, codeName, extra, labels }: CommandError, command: Command): Uint8Array {
  const errorLabels = labels ?? labelsOf(command, code)
  return serialize({ ok: 0, errmsg: message, code, codeName, ...extra, ...(errorLabels.length > 0 && { errorLabels }) })
}

function send(socket: Socket, parts: Uint8Array[]): void {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  if (bytes < COPIED_BELOW_BYTES) {
    socket.write(Buffer.concat(parts, bytes))
    return
  }
  socket.cork()
  for (const part of parts) socket.write(part)
  socket.uncork()
}

function closeOnError(socket: Socket, error: unknown): void {
  if (!socket.destroyed) console.error(`connection closed: ${error instanceof Error ? error.message : error}`)
  socket.destroy()
}
