import { type Document, serialize } from 'bson'

/** Adds members to the end of a BSON document without decoding it. */
export function appendMembers(document: Uint8Array, members: Document): Buffer {
  return appendBytes(document, memberBytes(members))
}

/** The bytes of members, without the length and the end mark of a document. */
export function memberBytes(members: Document): Uint8Array {
  return serialize(members).subarray(4, -1)
}

/** Adds the bytes of members to the end of a BSON document. */
export function appendBytes(document: Uint8Array, members: Uint8Array): Buffer {
  const joined = Buffer.allocUnsafe(document.length + members.length)
  joined.set(document)
  joined.set(members, document.length - 1)
  joined[joined.length - 1] = 0
  joined.writeInt32LE(joined.length, 0)
  return joined
}
