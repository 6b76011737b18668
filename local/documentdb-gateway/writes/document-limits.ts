import { deserialize, serialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import { packSqlState } from '../errors/sqlstate.ts'
import { booleanValue, elementOf, embeddedValue, scan } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'
import { documentsIn, memberAs, toDocument } from '../wire/documents.ts'

/** Limits of MongoDB (https://www.mongodb.com/docs/manual/reference/limits; for levels src/mongo/bson/bson_depth.h). */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_LEVELS = 180
/** Of a command, and of each document that comes with it. */
const MAX_COMMAND_LEVELS = 201
/** A level has at least a length, an end mark, and a member's type and the end mark of its name. */
const LEVEL_BYTES = 7
const BSON_OBJECT_TOO_LARGE = packSqlState('M001B')
const OVERFLOW = packSqlState('M0005')

interface WriteError {
  readonly index: number
  readonly code: number
  readonly errmsg: string
}

/** Throws for a command that is nested more deeply than MongoDB reads it. */
export function checkLevels({ body, sequences }: Command): void {
  const documents = [body, ...[...sequences.values()].flatMap(documentsIn)]
  if (documents.some((document) => exceeds(document, MAX_COMMAND_LEVELS)))
    throw new CommandError('Overflow', 'BSONObj exceeds maximum nested object depth')
}

/**
 * Inserts the documents that MongoDB stores, and answers for the others as it does; `insert` carries out the command.
 * DocumentDB takes some 500 levels, and fails a whole command in which one document is too large.
 */
export async function insertWithinLimits(
  command: Command,
  insert: (command: Command) => Promise<Buffer>,
): Promise<Buffer> {
  const documents = documentsOf(command)
  const refusals = documents.flatMap((document, index) => refusalOf(document, index))
  const [first] = refusals
  if (!first) return insert(command)
  const ordered = isOrdered(command)
  const refused = new Set(refusals.map(({ index }) => index))
  const kept = [...documents.keys()].filter((index) => (ordered ? index < first.index : !refused.has(index)))
  const sequence = Buffer.concat(kept.flatMap((index) => documents[index] ?? []))
  const reply = kept.length > 0 ? deserialize(await insert(withSequence(command, sequence))) : { n: 0, ok: 1 }
  const failed: WriteError[] = (reply.writeErrors ?? []).map((error: WriteError) => ({
    ...error,
    index: kept[error.index],
  }))
  const others = ordered ? [first] : refusals
  const writeErrors =
    ordered && failed.length > 0 ? failed : [...failed, ...others].sort((one, other) => one.index - other.index)
  return Buffer.from(serialize({ ...reply, writeErrors }))
}

function refusalOf(document: Buffer, index: number): WriteError[] {
  const { length } = document
  if (length > MAX_BYTES) {
    const errmsg = `object to insert too large. size in bytes: ${length}, max size: ${MAX_BYTES}`
    return [{ index, code: BSON_OBJECT_TOO_LARGE, errmsg }]
  }
  if (!exceeds(document, MAX_LEVELS)) return []
  return [
    { index, code: OVERFLOW, errmsg: `cannot insert document because it exceeds ${MAX_LEVELS} levels of nesting` },
  ]
}

/** Whether a document has more levels of documents and arrays; one without members is no level. */
function exceeds(document: Buffer, levels: number): boolean {
  if (document.length < LEVEL_BYTES * (levels + 1)) return false
  if (levels === 0) return true
  for (const element of scan(document)) {
    const inner = embeddedValue(document, element)
    if (inner && exceeds(inner, levels - 1)) return true
  }
  return false
}

function documentsOf({ body, sequence }: Command): Buffer[] {
  if (sequence) return documentsIn(sequence)
  const element = elementOf(body, 'documents')
  const list = element && embeddedValue(body, element)
  return list ? [...scan(list)].flatMap((each) => embeddedValue(list, each) ?? []) : []
}

function isOrdered({ body }: Command): boolean {
  const element = elementOf(body, 'ordered')
  return !element || booleanValue(body, element) !== false
}

function withSequence(command: Command, sequence: Buffer): Command {
  const others = [...scan(command.body)].filter(({ name }) => name !== 'documents')
  return { ...command, body: toDocument(others.map((element) => memberAs(command.body, element))), sequence }
}
