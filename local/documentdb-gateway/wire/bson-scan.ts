import { WireError } from './messages.ts'

const TYPE = { double: 1, string: 2, binary: 5, boolean: 8, int32: 16, int64: 18 } as const
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

/** One top-level member of a BSON document: where its value lies in it. */
export interface Element {
  type: number
  name: string
  start: number
  end: number
}

/** Walks the top-level members of a document without decoding their values. */
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

/** What the gateway itself needs to know of a command. */
export interface Command {
  name: string
  db: string
  /** The string value of the command's own member: mostly the collection. */
  target: string
  body: Buffer
  sequence: Buffer | null
  lsid: string | undefined
  txnNumber: bigint | undefined
  inTransaction: boolean
  startsTransaction: boolean
  maxTimeMs: number | undefined
}

/** Reads those members of a command that the gateway acts on. */
export function readCommand(body: Buffer, sequence: Buffer | undefined): Command {
  const command: Command = {
    name: '',
    db: 'admin',
    target: '',
    body,
    sequence: sequence ?? null,
    lsid: undefined,
    txnNumber: undefined,
    inTransaction: false,
    startsTransaction: false,
    maxTimeMs: undefined,
  }
  for (const element of scan(body)) {
    if (command.name === '') {
      command.name = element.name
      command.target = stringValue(body, element) ?? ''
    } else readMember(command, element)
  }
  return command
}

function readMember(command: Command, element: Element): void {
  const { body } = command
  if (element.name === '$db') command.db = stringValue(body, element) ?? ''
  else if (element.name === 'lsid') command.lsid = sessionId(body.subarray(element.start, element.end))
  else if (element.name === 'txnNumber') command.txnNumber = BigInt(numberValue(body, element) ?? 0)
  else if (element.name === 'autocommit')
    command.inTransaction = element.type === TYPE.boolean && body[element.start] === 0
  else if (element.name === 'startTransaction') {
    command.startsTransaction = element.type === TYPE.boolean && body[element.start] === 1
  } else if (element.name === 'maxTimeMS') command.maxTimeMs = Number(numberValue(body, element) ?? 0) || undefined
}

/** The id of a session as hexadecimal text, from its `lsid` document. */
export function sessionId(lsid: Buffer): string | undefined {
  for (const { name, type, start, end } of scan(lsid)) {
    if (name === 'id' && type === TYPE.binary) return lsid.toString('hex', start + 5, end)
  }
  return undefined
}

/** The value of a string member, or undefined for another type. */
export function stringValue(document: Buffer, { type, start, end }: Element): string | undefined {
  return type === TYPE.string && end > start + 4 ? document.toString('utf8', start + 4, end - 1) : undefined
}

/** The value of a numeric member, or undefined for another type; 64-bit integers stay exact. */
export function numberValue(document: Buffer, { type, start }: Element): number | bigint | undefined {
  if (type === TYPE.int32) return document.readInt32LE(start)
  if (type === TYPE.int64) return document.readBigInt64LE(start)
  if (type === TYPE.double) return Math.trunc(document.readDoubleLE(start))
  return undefined
}

/** Whether a document has a top-level member of that name. */
export function hasMember(document: Buffer, name: string): boolean {
  for (const element of scan(document)) if (element.name === name) return true
  return false
}
