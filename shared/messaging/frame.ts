/** One call or answer inside a message: a small JSON head and a body that nobody on the way needs to read. */
export interface Part<H> {
  readonly head: H
  readonly body: Buffer
}

const LENGTH_BYTES = 4

/** Calls of the same moment travel as one message, since the broker is paid per message: length-prefixed heads and bodies. */
export function encodeFrame<H>(parts: readonly Part<H>[]): Buffer {
  const chunks: Buffer[] = []
  for (const { head, body } of parts) chunks.push(...prefixed(Buffer.from(JSON.stringify(head))), ...prefixed(body))
  return Buffer.concat(chunks)
}

function prefixed(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
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
