/** One call or answer inside a message: a small JSON head and a body that nobody on the way needs to read. */
export interface Part<H> {
  readonly head: H
  readonly body: Buffer
}

const LENGTH_BYTES = 4

/** Calls of the same moment travel as one message, since the broker is paid per message: length-prefixed heads and bodies. */
export function encodeFrame<H>(parts: readonly Part<H>[]): Buffer {
  const written = parts.map(({ head, body }) => ({ head: JSON.stringify(head), body }))
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

/** The parts of a message; throws a RangeError or SyntaxError if it is no frame. Heads are as trustworthy as their sender. */
export function decodeFrame<H>(frame: Buffer): Part<H>[] {
  const parts: Part<H>[] = []
  let offset = 0
  const next = () => {
    const start = offset + LENGTH_BYTES
    const end = start + frame.readUInt32BE(offset)
    if (end > frame.length) throw new RangeError('Frame ends inside a part')
    offset = end
    return frame.subarray(start, end)
  }
  while (offset < frame.length) {
    // The shape of a head is checked by whoever reads it.
    const head = JSON.parse(next().toString()) as H
    parts.push({ head, body: next() })
  }
  return parts
}
