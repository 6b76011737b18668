import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Binary, type Document, deserialize, Long, serialize } from 'bson'

const OP_MSG = 2013

/** A client that sends exactly the commands it is told to, unlike a driver. */
export class RawClient {
  readonly socket: Socket
  #received = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setMaxListeners(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      socket.emit('progress')
    })
  }

  static async connect(uri: string): Promise<RawClient> {
    const { hostname, port } = new URL(uri)
    const socket = connect(Number(port || 27017), hostname)
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  /** Sends a command; its reply, even when that is an error. */
  async command(db: string, command: Document): Promise<Document> {
    this.socket.write(encodeMessage({ ...command, $db: db }))
    while (this.#received.length < 4 || this.#received.length < this.#received.readInt32LE(0)) {
      if (this.socket.destroyed) throw new Error('the connection was closed')
      await Promise.race([once(this.socket, 'progress'), once(this.socket, 'close')])
    }
    const length = this.#received.readInt32LE(0)
    const reply = deserialize(this.#received.subarray(21, length))
    this.#received = this.#received.subarray(length)
    return reply
  }

  close(): void {
    this.socket.destroy()
  }
}

/** The bytes of one message with a command. */
export function encodeMessage(command: Document): Buffer {
  const body = serialize(command)
  const head = Buffer.alloc(21)
  head.writeInt32LE(21 + body.length, 0)
  head.writeInt32LE(1, 4)
  head.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([head, body])
}

/** The id of a new session, as commands carry it. */
export function newSession(): { id: Binary } {
  return { id: new Binary(randomBytes(16), Binary.SUBTYPE_UUID) }
}

/** The members that make a command part of a transaction; `first` for the one that starts it. */
export function inTransaction(lsid: Document, txnNumber: number, first = false): Document {
  return {
    lsid,
    txnNumber: Long.fromNumber(txnNumber),
    autocommit: false,
    ...(first ? { startTransaction: true } : {}),
  }
}
