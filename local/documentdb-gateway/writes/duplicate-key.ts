import { type Document, deserialize } from 'bson'
import type { PgConnection } from '../postgres/connection.ts'
import { INDEX } from '../postgres/statements.ts'
import type { Command } from '../wire/bson-scan.ts'

interface Index {
  name: string
  key?: Document
}

const known = new Map<string, Index>()
const PRIMARY: Index = { name: '_id_', key: { _id: 1 } }

/** To be called when indexes may have changed. */
export function forgetIndexes(): void {
  known.clear()
}

/** What MongoDB adds to a duplicate-key error. */
export interface DuplicateKey {
  errmsg: string
  keyPattern?: Document
  keyValue?: Document
}

/**
 * Words a duplicate key as MongoDB does. `text` is DocumentDB's wording, `index` the number of the write in its batch,
 * `connection` one on which the index can be looked up.
 */
export async function describeDuplicate(
  text: string,
  command: Command,
  index: number,
  connection?: PgConnection,
): Promise<DuplicateKey> {
  const { name, key: keyPattern } = await findIndex(text, command, connection)
  const keyValue = keyPattern && valuesOf(Object.keys(keyPattern), candidates(command, index))
  const key = Object.entries(keyValue ?? {}).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  const errmsg = `E11000 duplicate key error collection: ${command.db}.${command.target} index: ${name} dup key: { ${key.join(', ')} }`
  return { errmsg, ...(keyPattern ? { keyPattern } : {}), ...(keyValue ? { keyValue } : {}) }
}

// DocumentDB names the index, or PostgreSQL the constraint that ends in its number.
async function findIndex(text: string, { db, target }: Command, connection?: PgConnection): Promise<Index> {
  const [, reference] = /Index '([^']+)'/.exec(text) ?? /documents_rum_index_(\d+)/.exec(text) ?? []
  if (reference === undefined || reference === PRIMARY.name) return PRIMARY
  const path = `${db}.${target}.${reference}`
  const index = known.get(path)
  if (index || !connection) return index ?? { name: reference }
  const [name, key] = await connection.query(INDEX, [db, target, reference]).catch(() => [])
  if (typeof name !== 'string' || !Buffer.isBuffer(key)) return { name: reference }
  known.set(path, { name, key: deserialize(key) })
  return { name, key: deserialize(key) }
}

// The documents in which the value can be that was doubled: what is inserted, or set, or else searched for.
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

function valuesOf(fields: string[], documents: Document[]): Document {
  const entries = fields.map((field) => [
    field,
    documents.map((document) => valueAt(document, field)).find((v) => v !== undefined),
  ])
  return Object.fromEntries(entries.map(([field, value]) => [field, value ?? null]))
}

function valueAt(document: Document, path: string): unknown {
  if (Object.hasOwn(document, path)) return document[path]
  let value: Document | undefined = document
  for (const name of path.split('.')) value = value?.[name]
  return value
}
