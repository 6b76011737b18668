import { connect, type Socket } from 'node:net'
import { type EncodedRequest, withNextKey } from './encode-requests.ts'
import { ResponseReader } from './response-reader.ts'

const PATIENCE_MS = 20_000
const PAUSE_BEFORE_NEXT_CONNECTION_MS = 100
const READ_BYTES = 65_536

export interface LoopOptions {
  readonly host: string
  readonly port: number
  readonly requests: readonly EncodedRequest[]
  /** The index of the first request; the others follow cyclically. */
  readonly first: number
  onResponse(status: number, latencyMs: number): void
  /** The connection failed, or a response took longer than 20 s. */
  onError(): void
}

/** A client with one connection that sends the next request as soon as the last one is answered. */
export class ClosedLoop {
  readonly #options: LoopOptions
  #index: number
  #socket: Socket | undefined
  #sentAt = 0
  #stopped = false

  constructor(options: LoopOptions) {
    this.#options = options
    this.#index = options.first
    this.#connect()
  }

  /** Closes the connection, also with a request under way. */
  stop(): void {
    this.#stopped = true
    this.#socket?.destroy()
  }

  #connect(): void {
    if (this.#stopped) return
    const { host, port, onResponse, onError } = this.#options
    const reader = new ResponseReader()
    // One buffer for all reads, since bytes are used before the next read.
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    const onBytes = (count: number) => {
      const status = reader.take(buffer.subarray(0, count))
      if (status === undefined) return true
      const now = performance.now()
      onResponse(status, now - this.#sentAt)
      this.#send(now)
      return true
    }
    const socket = connect({ host, port, noDelay: true, onread: { buffer, callback: onBytes } })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('connect', () => this.#send(performance.now()))
    // 'close' follows and is handled.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#stopped) return
      onError()
      setTimeout(() => this.#connect(), PAUSE_BEFORE_NEXT_CONNECTION_MS)
    })
    this.#socket = socket
  }

  #send(now: number): void {
    const { requests } = this.#options
    const request = requests[this.#index]
    if (!request) throw new Error('There are no requests')
    this.#index = (this.#index + 1) % requests.length
    this.#sentAt = now
    this.#socket?.write(withNextKey(request))
  }
}
