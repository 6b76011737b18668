const HEAD_END = '\r\n\r\n'
const STATUS_AND_LENGTH = /^HTTP\/1\.1 (\d{3}) (?:.*\r\n)+?(?:content-length: *(\d+)|transfer-encoding: *chunked)\r\n/i
/** The last chunk, which is empty. JSON has no empty lines, so no other chunk ends with these bytes. */
const CHUNKS_END = '0\r\n\r\n'

/** Finds the end and the status of a response in the bytes of a connection; reads nothing else of HTTP/1.1 (RFC 9112). */
export class ResponseReader {
  #head = ''
  #status = 0
  /** undefined: the body is chunked. */
  #bodyLeft: number | undefined = 0
  #tail = ''

  /**
   * The status, if these bytes are the last ones of a response. Throws at what no contestant sends: a response without its
   * length, or more bytes than were asked for.
   */
  take(bytes: Buffer): number | undefined {
    const bodyBytes = this.#status === 0 ? this.#takeHead(bytes) : bytes.length
    if (this.#status === 0 || !this.#isLast(bytes, bodyBytes)) return undefined
    const status = this.#status
    this.#status = 0
    return status
  }

  #isLast(bytes: Buffer, bodyBytes: number): boolean {
    if (this.#bodyLeft === undefined) {
      this.#tail = (this.#tail + bytes.toString('latin1', bytes.length - bodyBytes)).slice(-CHUNKS_END.length)
      return this.#tail === CHUNKS_END
    }
    this.#bodyLeft -= bodyBytes
    if (this.#bodyLeft < 0) throw new Error('There are bytes after the end of the answer')
    return this.#bodyLeft === 0
  }

  /** The number of bytes of the body. */
  #takeHead(bytes: Buffer): number {
    const known = this.#head.length
    const text = this.#head + bytes.toString('latin1')
    const end = text.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = text
      return 0
    }
    const [, status, length] = STATUS_AND_LENGTH.exec(text.slice(0, end + 2)) ?? []
    if (status === undefined) throw new Error(`An answer has no status or no length: ${text.slice(0, end)}`)
    this.#head = ''
    this.#tail = ''
    this.#status = Number(status)
    this.#bodyLeft = length === undefined ? undefined : Number(length)
    return bytes.length - (end + HEAD_END.length - known)
  }
}
