const HEADER_BYTES = 16
const LONGEST_MESSAGE_BYTES = 48_000_000 + 16_384
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2
const OTHER_REQUIRED_FLAGS = 0xfffc

/** A message that breaks the wire protocol, or a fault that the fail points ask for. The connection is closed. */
export class WireError extends Error {}

/** One request: the document of the command, and the documents of its sequence sections by their names. */
export interface Request {
  requestId: number
  kind: 'message' | 'query'
  wantsReply: boolean
  body: Buffer
  sequences: ReadonlyMap<string, Buffer>
}

/** Splits a stream of bytes into messages. It copies only messages that arrive in several pieces. */
export class MessageReader {
  #chunks: Buffer[] = []
  #bytes = 0

  /** Adds received bytes; returns the messages that are complete. */
  take(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const messages: Buffer[] = []
    for (let length = this.#nextLength(); length !== undefined && this.#bytes >= length; length = this.#nextLength()) {
      const joined = this.#join()
      messages.push(joined.subarray(0, length))
      this.#chunks = length < joined.length ? [joined.subarray(length)] : []
      this.#bytes -= length
    }
    return messages
  }

  #nextLength(): number | undefined {
    if (this.#bytes < 4) return undefined
    const [first] = this.#chunks
    const length = (first && first.length >= 4 ? first : this.#join()).readInt32LE(0)
    if (length < HEADER_BYTES || length > LONGEST_MESSAGE_BYTES) throw new WireError(`a message of ${length} bytes`)
    return length
  }

  #join(): Buffer {
    const [first] = this.#chunks
    if (first && this.#chunks.length === 1) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }
}

/** Parses a complete message. */
export function parseRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4)
  const opCode = message.readInt32LE(12)
  try {
    if (opCode === OP_MSG) return parseMessage(requestId, message)
    if (opCode === OP_QUERY) return parseQuery(requestId, message)
  } catch (error) {
    if (error instanceof RangeError) throw new WireError('a message that ends too early')
    throw error
  }
  throw new WireError(`operation ${opCode}`)
}

function parseMessage(requestId: number, message: Buffer): Request {
  const flags = message.readUInt32LE(16)
  if (flags & OTHER_REQUIRED_FLAGS) throw new WireError(`flags ${flags}`)
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0)
  let body: Buffer | undefined
  const sequences = new Map<string, Buffer>()
  let offset = 20
  while (offset < end) {
    const kind = message.readUInt8(offset)
    const size = message.readInt32LE(offset + 1)
    const next = offset + 1 + size
    if (size < 5 || next > end) throw new WireError('a section that exceeds its message')
    if (kind === 0 && !body) body = message.subarray(offset + 1, next)
    else if (kind === 1) {
      const nameEnd = message.indexOf(0, offset + 5)
      if (nameEnd < 0 || nameEnd >= next) throw new WireError('a sequence without a name')
      const name = message.toString('latin1', offset + 5, nameEnd)
      if (sequences.has(name)) throw new WireError(`two sequences ${name}`)
      sequences.set(name, message.subarray(nameEnd + 1, next))
    } else throw new WireError(`a section of kind ${kind}`)
    offset = next
  }
  if (!body) throw new WireError('a message without a command')
  return { requestId, kind: 'message', wantsReply: !(flags & MORE_TO_COME), body, sequences }
}

function parseQuery(requestId: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, 20)
  if (nameEnd < 0) throw new WireError('a query without a collection')
  const start = nameEnd + 9
  const size = message.readInt32LE(start)
  if (size < 5 || start + size > message.length) throw new WireError('a query that exceeds its message')
  return {
    requestId,
    kind: 'query',
    wantsReply: true,
    body: message.subarray(start, start + size),
    sequences: new Map(),
  }
}

/** The reply to a request as buffers, to be written one after the other. */
export function encodeReply(request: Request, document: Uint8Array): Uint8Array[] {
  return request.kind === 'query'
    ? [queryHead(request, document), document]
    : [messageHead(request, document), document]
}

function messageHead(request: Request, document: Uint8Array): Buffer {
  const head = Buffer.alloc(21)
  writeHeader(head, request, OP_MSG, document)
  return head
}

function queryHead(request: Request, document: Uint8Array): Buffer {
  const head = Buffer.alloc(36)
  writeHeader(head, request, OP_REPLY, document)
  head.writeInt32LE(8, 16)
  head.writeInt32LE(1, 32)
  return head
}

function writeHeader(head: Buffer, request: Request, opCode: number, document: Uint8Array): void {
  head.writeInt32LE(head.length + document.length, 0)
  head.writeInt32LE(request.requestId, 8)
  head.writeInt32LE(opCode, 12)
}
