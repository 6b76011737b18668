import { CommandError } from '../errors/command-error.ts'
import {
  booleanValue,
  type Element,
  elementOf,
  embeddedValue,
  numberValue,
  scan,
  stringValue,
  TYPE,
} from '../wire/bson-scan.ts'
import { type Command, isRetryable } from '../wire/command.ts'
import { documentsIn, memberAs, toDocument } from '../wire/documents.ts'
import { memberBytes } from '../wire/reply.ts'

const MOST_OPERATIONS = 100_000

/** What a bulkWrite says of all its operations. */
export interface BulkOptions {
  readonly ordered: boolean
  /** Only operations that fail are answered one by one. */
  readonly errorsOnly: boolean
  /** Most results in a page; undefined: as many as fit. */
  readonly batchSize: number | undefined
}

type Kind = 'insert' | 'update' | 'delete'

/** One operation: its collection, and itself as an element of the list of its kind's own command. */
interface BulkOperation {
  readonly kind: Kind
  readonly db: string
  readonly target: string
  readonly statement: Buffer
}

/** Neighbouring operations that are carried out as one write to one collection. */
export interface BulkWriteGroup {
  readonly kind: Kind
  /** Position of its first operation in the bulk. */
  readonly first: number
  readonly count: number
  readonly command: Command
}

/** How the members of an operation are called in the commands update and delete. */
const MEMBERS: Readonly<Record<string, string>> = { filter: 'q', updateMods: 'u', constants: 'c' }

/** Reads the operations of a bulkWrite, and what is said of all; throws what MongoDB 8 refuses. */
export function readBulkWrite(command: Command): { options: BulkOptions; groups: BulkWriteGroup[] } {
  if (command.db !== 'admin')
    throw new CommandError('Unauthorized', 'bulkWrite may only be run against the admin database.')
  const options = readOptions(command.body)
  const namespaces = listOf(command, 'nsInfo').map(toNamespace)
  const documents = listOf(command, 'ops')
  if (documents.length === 0 || documents.length > MOST_OPERATIONS) {
    const range = `Write batch sizes must be between 1 and ${MOST_OPERATIONS}`
    throw new CommandError('InvalidLength', `${range}. Got ${documents.length} operations.`)
  }
  const operations = documents.map((document) => toOperation(document, namespaces))
  if (isRetryable(command) && operations.some(({ kind, statement }) => isMulti(kind, statement)))
    throw new CommandError('InvalidOptions', 'Cannot use retryable writes with multi=true')
  return { options, groups: toGroups(operations, command, options) }
}

function readOptions(body: Buffer): BulkOptions {
  const flag = (name: string, otherwise: boolean) => {
    const element = elementOf(body, name)
    return (element && booleanValue(body, element)) ?? otherwise
  }
  const cursor = elementOf(body, 'cursor')
  const ofCursor = cursor && embeddedValue(body, cursor)
  const size = ofCursor && elementOf(ofCursor, 'batchSize')
  const batchSize = ofCursor && size && numberValue(ofCursor, size)
  return {
    ordered: flag('ordered', true),
    errorsOnly: flag('errorsOnly', false),
    batchSize: batchSize === undefined ? undefined : Number(batchSize),
  }
}

/** The documents of a list that came as a sequence section or as a member of the command. */
function listOf({ body, sequences }: Command, name: string): Buffer[] {
  const sequence = sequences.get(name)
  if (sequence) return documentsIn(sequence)
  const element = elementOf(body, name)
  const list = element && embeddedValue(body, element)
  if (!list) throw new CommandError(40414, `BSON field 'bulkWrite.${name}' is missing but a required field`)
  return [...scan(list)].map((each) => documentOf(list, each, name))
}

function documentOf(owner: Buffer, element: Element, name: string): Buffer {
  const document = element.type === TYPE.document ? embeddedValue(owner, element) : undefined
  if (document) return document
  throw new CommandError('TypeMismatch', `BSON field 'bulkWrite.${name}' is the wrong type, expected type 'object'`)
}

function toNamespace(document: Buffer): { db: string; target: string } {
  const element = elementOf(document, 'ns')
  const name = (element && stringValue(document, element)) ?? ''
  const dot = name.indexOf('.')
  if (dot < 1 || dot === name.length - 1)
    throw new CommandError('InvalidNamespace', `Invalid namespace specified for bulkWrite: '${name}'`)
  return { db: name.slice(0, dot), target: name.slice(dot + 1) }
}

function toOperation(document: Buffer, namespaces: readonly { db: string; target: string }[]): BulkOperation {
  const [first, ...members] = scan(document)
  const kind = first?.name
  if (!first || (kind !== 'insert' && kind !== 'update' && kind !== 'delete'))
    throw new CommandError('FailedToParse', `an operation of bulkWrite begins with ${kind ?? 'nothing'}`)
  const index = Number(numberValue(document, first) ?? -1)
  const namespace = namespaces[index]
  if (!namespace) throw new CommandError('BadValue', `BulkWrite ops entry has an invalid nsInfo index: ${index}`)
  return { kind, ...namespace, statement: toStatement(kind, document, members) }
}

function toStatement(kind: Kind, document: Buffer, members: readonly Element[]): Buffer {
  if (kind === 'insert') {
    const element = members.find(({ name }) => name === 'document')
    if (!element) throw new CommandError(40414, "BSON field 'bulkWrite.ops.document' is missing but a required field")
    return documentOf(document, element, 'ops.document')
  }
  const isLimited = !members.some((element) => element.name === 'multi' && booleanValue(document, element))
  const limit = kind === 'delete' ? [memberBytes({ limit: isLimited ? 1 : 0 })] : []
  const kept = members.filter(({ name }) => kind === 'update' || name !== 'multi')
  return toDocument([...kept.map((element) => memberAs(document, element, MEMBERS[element.name])), ...limit])
}

function isMulti(kind: Kind, statement: Buffer): boolean {
  if (kind === 'insert') return false
  const element = elementOf(statement, kind === 'update' ? 'multi' : 'limit')
  if (!element) return false
  return kind === 'update' ? booleanValue(statement, element) === true : numberValue(statement, element) === 0
}

/**
 * Joins neighbours of one kind and collection. The command of a group counts its updates or deletions together, so they
 * are not joined where each has a reply of its own; an insert that does not fail has inserted one.
 */
function toGroups(operations: readonly BulkOperation[], command: Command, options: BulkOptions): BulkWriteGroup[] {
  const joined: { readonly first: number; readonly head: BulkOperation; readonly statements: Buffer[] }[] = []
  for (const [position, operation] of operations.entries()) {
    const last = joined.at(-1)
    const isJoined = last && isAlike(last.head, operation) && (operation.kind === 'insert' || options.errorsOnly)
    if (isJoined) last.statements.push(operation.statement)
    else joined.push({ first: position, head: operation, statements: [operation.statement] })
  }
  return joined.map(({ first, head, statements }) => ({
    kind: head.kind,
    first,
    count: statements.length,
    command: { ...toCommand(head, first, command, options), sequence: Buffer.concat(statements) },
  }))
}

const isAlike = (one: BulkOperation, other: BulkOperation) =>
  one.kind === other.kind && one.db === other.db && one.target === other.target

/** The command of a group. In a retryable bulk, each group is recorded as a write of its own, by its position. */
function toCommand(
  { kind, db, target }: BulkOperation,
  first: number,
  command: Command,
  { ordered }: BulkOptions,
): Command {
  const shared = [...scan(command.body)].filter(
    ({ name }) => name === 'bypassDocumentValidation' || (name === 'let' && kind !== 'insert'),
  )
  const body = toDocument([
    memberBytes({ [kind]: target, ordered }),
    ...shared.map((element) => memberAs(command.body, element)),
    memberBytes({ $db: db }),
  ])
  const lsid = isRetryable(command) ? `${command.lsid}/${first}` : command.lsid
  return { ...command, name: kind, db, target, body, sequences: new Map(), lsid }
}
