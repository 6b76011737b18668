import {
  booleanValue,
  type Element,
  elementOf,
  embeddedValue,
  numberValue,
  scan,
  stringValue,
  TYPE,
  timestampValue,
} from './bson-scan.ts'

/** A command, with the members that the gateway itself acts on. */
export interface Command {
  name: string
  db: string
  /** The string value of the command's first member, mostly the name of a collection. */
  target: string
  body: Buffer
  /** The documents of a write to one collection. */
  sequence: Buffer | null
  /** All document sequences, by their names. */
  sequences: ReadonlyMap<string, Buffer>
  lsid: string | undefined
  txnNumber: bigint | undefined
  /** The command has autocommit: false, so it is part of a transaction. */
  inTransaction: boolean
  startsTransaction: boolean
  maxTimeMs: number | undefined
  readConcern: Buffer | undefined
  writeConcern: Buffer | undefined
  /** The cluster time that the client has seen. */
  clusterTime: bigint | undefined
}

/** Reads a command from the bytes of a message. */
export function readCommand(body: Buffer, sequences: ReadonlyMap<string, Buffer> = new Map()): Command {
  const [sequence = null] = sequences.values()
  const command: Command = {
    name: '',
    db: 'admin',
    target: '',
    body,
    sequence,
    sequences,
    lsid: undefined,
    txnNumber: undefined,
    inTransaction: false,
    startsTransaction: false,
    maxTimeMs: undefined,
    readConcern: undefined,
    writeConcern: undefined,
    clusterTime: undefined,
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
  switch (element.name) {
    case '$db':
      command.db = stringValue(body, element) ?? ''
      break
    case 'lsid':
      command.lsid = sessionId(body.subarray(element.start, element.end))
      break
    case 'txnNumber':
      command.txnNumber = BigInt(numberValue(body, element) ?? 0)
      break
    case 'autocommit':
      command.inTransaction = booleanValue(body, element) === false
      break
    case 'startTransaction':
      command.startsTransaction = booleanValue(body, element) === true
      break
    case 'maxTimeMS':
      command.maxTimeMs = Number(numberValue(body, element) ?? 0) || undefined
      break
    case 'readConcern':
      command.readConcern = embeddedValue(body, element)
      break
    case 'writeConcern':
      command.writeConcern = embeddedValue(body, element)
      break
    case '$clusterTime':
      command.clusterTime = clusterTimeOf(embeddedValue(body, element))
      break
  }
}

/** Whether the command is a retryable write: it is carried out once, however often it is sent. */
export function isRetryable({ lsid, txnNumber, inTransaction }: Command): boolean {
  return lsid !== undefined && txnNumber !== undefined && !inTransaction
}

/** The id of a session as hexadecimal text, from its `lsid` document. */
export function sessionId(lsid: Buffer): string | undefined {
  for (const { name, type, start, end } of scan(lsid)) {
    if (name === 'id' && type === TYPE.binary) return lsid.toString('hex', start + 5, end)
  }
  return undefined
}

function clusterTimeOf(document: Buffer | undefined): bigint | undefined {
  const element = document && elementOf(document, 'clusterTime')
  return document && element && timestampValue(document, element)
}
