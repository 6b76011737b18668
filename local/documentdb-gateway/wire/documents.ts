import { serialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { Element } from './bson-scan.ts'

const EMPTY = Buffer.from(serialize({}))

/** The documents of a sequence section. */
export function documentsIn(sequence: Buffer): Buffer[] {
  const documents: Buffer[] = []
  for (let offset = 0; offset + 4 <= sequence.length; ) {
    const size = sequence.readInt32LE(offset)
    if (size < 5 || offset + size > sequence.length) throw new CommandError('FailedToParse', 'a sequence that is cut')
    documents.push(sequence.subarray(offset, offset + size))
    offset += size
  }
  return documents
}

/** The bytes of a member of a document, under another name. */
export function memberAs(document: Buffer, { type, name, start, end }: Element, newName = name): Buffer {
  const head = Buffer.from(`${String.fromCharCode(type)}${newName}\0`, 'latin1')
  return Buffer.concat([head, document.subarray(start, end)])
}

/** A document of members as bytes. */
export function toDocument(members: readonly Uint8Array[]): Buffer {
  const document = Buffer.concat([EMPTY.subarray(0, 4), ...members, EMPTY.subarray(4)])
  document.writeInt32LE(document.length, 0)
  return document
}
