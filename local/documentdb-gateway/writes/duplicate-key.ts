import { type Document, deserialize } from 'bson'
import type { PgConnection } from '../postgres/connection.ts'
import { INDEX } from '../postgres/statements.ts'
import type { Command } from '../wire/command.ts'

interface Index {
  name: string
  key?: Document
}

const known = new Map<string, Index>()
const PRIMARY: Index = { name: '_id_', key: { _id: 1 } }

/** To be called after indexes have changed. */
export function forgetIndexes(): void {
  known.clear()
}

/** The members of MongoDB's duplicate-key error. */
export interface DuplicateKey {
  errmsg: string
  keyPattern?: Document
  keyValue?: Document
  /** The values are those that the write would have stored, not a guess. */
  isExact: boolean
}

/**
 * Describes a duplicate key as MongoDB does. `text` is DocumentDB's message, `index` the position of the write in its batch,
 * `connection` is used to look up the index.
 */
export async function describeDuplicate(
  text: string,
  command: Command,
  index: number,
  connection: PgConnection,
): Promise<DuplicateKey> {
  const { name, key: keyPattern } = await findIndex(text, command, connection)
  const found = (keyPattern ? Object.keys(keyPattern) : []).map((field) => ({
    field,
    value: firstValueAt(candidates(command, index), field),
  }))
  const keyValue = keyPattern && Object.fromEntries(found.map(({ field, value }) => [field, value ?? null]))
  const key = Object.entries(keyValue ?? {}).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  const collection = `${command.db}.${command.target}`
  const errmsg = `E11000 duplicate key error collection: ${collection} index: ${name} dup key: { ${key.join(', ')} }`
  // A missing field of an inserted document is indexed as null; a missing field of an update is unknown here.
  const isExact = command.name === 'insert' || found.every(({ value }) => value !== undefined)
  return { errmsg, ...(keyPattern && { keyPattern }), ...(keyValue && { keyValue }), isExact }
}

// The message of DocumentDB names the index; that of PostgreSQL names a constraint that ends in the number of the index.
async function findIndex(text: string, { db, target }: Command, connection: PgConnection): Promise<Index> {
  const [, reference] = /Index '([^']+)'/.exec(text) ?? /documents_rum_index_(\d+)/.exec(text) ?? []
  if (reference === undefined || reference === PRIMARY.name) return PRIMARY
  const path = `${db}.${target}.${reference}`
  const index = known.get(path)
  if (index) return index
  const [name, key] = await connection.query(INDEX, [db, target, reference]).catch(() => [])
  if (typeof name !== 'string' || !Buffer.isBuffer(key)) return { name: reference }
  known.set(path, { name, key: deserialize(key) })
  return { name, key: deserialize(key) }
}

// The documents that can contain the doubled value: the inserted one, the values that are set, the filter.
function candidates(command: Command, index: number): Document[] {
  const body = deserialize(command.body, { promoteValues: false })
  if (command.name === 'findAndModify') return [...setters(body.update), body.query ?? {}]
  const write = command.sequence ? nthDocument(command.sequence, index) : (body.documents ?? body.updates)?.[index]
  if (!write) return []
  return command.name === 'insert' ? [write] : [...setters(write.u), write.q ?? {}]
}

function setters(update: Document | undefined): Document[] {
  if (!update || Array.isArray(update)) return []
  return [update, update.$set ?? {}, update.$setOnInsert ?? {}]
}

function nthDocument(sequence: Buffer, index: number): Document | undefined {
  let offset = 0
  for (let i = 0; offset + 4 <= sequence.length; i++) {
    const end = offset + sequence.readInt32LE(offset)
    if (i === index) return deserialize(sequence.subarray(offset, end), { promoteValues: false })
    offset = end
  }
  return undefined
}

function firstValueAt(documents: Document[], path: string): unknown {
  return documents.map((document) => valueAt(document, path)).find((value) => value !== undefined)
}

function valueAt(document: Document, path: string): unknown {
  if (Object.hasOwn(document, path)) return document[path]
  let value: Document | undefined = document
  for (const name of path.split('.')) value = value?.[name]
  return value
}
