import { MAX_MESSAGE_BYTES } from '../broker.ts'

/** One call or reply in a message: a small JSON head, and a body that is passed on as bytes. */
export interface Message<H> {
  readonly head: H
  readonly body: Buffer
}

const LENGTH_BYTES = 4

/** Encodes several calls or replies as one message, since a broker's cost is per message. Each part has a length prefix. */
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

/**
 * Gathers what is added under one key within one turn of the event loop and hands it over in groups of at most `maxItems`,
 * whose bodies are one message. A single item is not delayed: it is handed over at the end of the same turn.
 */
export function createBatcher<T extends { readonly body: Buffer }>(
  maxItems: number,
  flush: (key: string, items: T[]) => void,
) {
  const waiting = new Map<string, T[]>()

  const flushAll = () => {
    const groups = [...waiting]
    waiting.clear()
    for (const [key, items] of groups) {
      for (const group of toGroups(items, maxItems)) flush(key, group)
    }
  }

  return {
    add(key: string, item: T) {
      if (waiting.size === 0) setImmediate(flushAll)
      const items = waiting.get(key)
      if (items) items.push(item)
      else waiting.set(key, [item])
    },
  }
}

function* toGroups<T extends { readonly body: Buffer }>(items: readonly T[], maxItems: number): Generator<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const item of items) {
    if (group.length === maxItems || (group.length > 0 && bytes + item.body.length > MAX_MESSAGE_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(item)
    bytes += item.body.length
  }
  yield group
}
