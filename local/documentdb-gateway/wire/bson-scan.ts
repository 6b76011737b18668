import { WireError } from './messages.ts'

/** BSON's numbers for the types that the gateway reads. */
export const TYPE = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  boolean: 8,
  int32: 16,
  timestamp: 17,
  int64: 18,
} as const

const FIXED_SIZES: Record<number, number> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
}

/** A top-level element of a BSON document: its type, its name, and where its value lies in the document. */
export interface Element {
  type: number
  name: string
  start: number
  end: number
}

/** Walks the top-level elements of a document without decoding their values. */
export function* scan(document: Buffer): Generator<Element> {
  const size = document.length < 5 ? 0 : document.readInt32LE(0)
  if (size !== document.length || document[size - 1] !== 0) throw new WireError('a document of wrong length')
  let offset = 4
  while (offset < size - 1) {
    const type = document.readUInt8(offset)
    const nameEnd = document.indexOf(0, offset + 1)
    const start = nameEnd + 1
    if (nameEnd < 0 || start >= size) throw new WireError('a name that does not end')
    const end = start + valueSize(document, type, start)
    if (end > size - 1) throw new WireError('a value that exceeds its document')
    yield { type, name: document.toString('latin1', offset + 1, nameEnd), start, end }
    offset = end
  }
}

function valueSize(document: Buffer, type: number, start: number): number {
  const fixed = FIXED_SIZES[type]
  if (fixed !== undefined) return fixed
  if (type === 11) return document.indexOf(0, document.indexOf(0, start) + 1) + 1 - start
  if (start + 4 > document.length) throw new WireError('a value without its length')
  const length = document.readInt32LE(start)
  if (length < 0) throw new WireError('a value of negative length')
  if (type === 2 || type === 13 || type === 14) return length + 4
  if (type === 3 || type === 4 || type === 15) return length
  if (type === 5) return length + 5
  if (type === 12) return length + 16
  throw new WireError(`a value of type ${type}`)
}

/** The top-level element of that name, or undefined. */
export function elementOf(document: Buffer, name: string): Element | undefined {
  for (const element of scan(document)) if (element.name === name) return element
  return undefined
}

/** The embedded document or array of an element; undefined for another type. */
export function embeddedValue(document: Buffer, { type, start, end }: Element): Buffer | undefined {
  return type === TYPE.document || type === TYPE.array ? document.subarray(start, end) : undefined
}

/** The value of a string element; undefined for another type. */
export function stringValue(document: Buffer, { type, start, end }: Element): string | undefined {
  return type === TYPE.string && end > start + 4 ? document.toString('utf8', start + 4, end - 1) : undefined
}

/** The value of a boolean element; undefined for another type. */
export function booleanValue(document: Buffer, { type, start }: Element): boolean | undefined {
  return type === TYPE.boolean ? document[start] === 1 : undefined
}

/** The value of a numeric element; undefined for another type. A 64-bit integer becomes a bigint. */
export function numberValue(document: Buffer, { type, start }: Element): number | bigint | undefined {
  if (type === TYPE.int32) return document.readInt32LE(start)
  if (type === TYPE.int64) return document.readBigInt64LE(start)
  if (type === TYPE.double) return Math.trunc(document.readDoubleLE(start))
  return undefined
}

/** The value of a timestamp element: seconds in the upper, a counter in the lower 32 bits; undefined for another type. */
export function timestampValue(document: Buffer, { type, start }: Element): bigint | undefined {
  return type === TYPE.timestamp ? document.readBigUInt64LE(start) : undefined
}
