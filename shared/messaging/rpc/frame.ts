/** One call or answer in a message: a small JSON head, and a body that is passed on as bytes. */
export interface Message<H> {
  readonly head: H
  readonly body: Buffer
}

const LENGTH_BYTES = 4

/** Encodes several calls or answers as one message, since a broker's cost is per message. Each part has a length prefix. */
export function encodeFrame<H>(messages: readonly Message<H>[]): Buffer {
  const written = messages.map(({ head, body }) => ({ head: JSON.stringify(head), body }))
  const length = written.reduce(
    (sum, { head, body }) => sum + 2 * LENGTH_BYTES + Buffer.byteLength(head) + body.length,
    0,
  )
  const frame = Buffer.allocUnsafe(length)
  let end = 0
  for (const { head, body } of written) {
    const bodyAt = end + LENGTH_BYTES + frame.write(head, end + LENGTH_BYTES)
    frame.writeUInt32BE(bodyAt - end - LENGTH_BYTES, end)
    end = frame.writeUInt32BE(body.length, bodyAt)
    end += body.copy(frame, end)
  }
  return frame
}

/** Decodes a message; throws a RangeError or SyntaxError if it is not a frame. Heads are not validated. */
export function decodeFrame<H>(frame: Buffer): Message<H>[] {
  const messages: Message<H>[] = []
  let offset = 0
  const next = () => {
    const start = offset + LENGTH_BYTES
    const end = start + frame.readUInt32BE(offset)
    if (end > frame.length) throw new RangeError('Frame ends inside a part')
    offset = end
    return frame.subarray(start, end)
  }
  while (offset < frame.length) {
    // The reader of a head checks its shape.
    const head = JSON.parse(next().toString()) as H
    messages.push({ head, body: next() })
  }
  return messages
}
