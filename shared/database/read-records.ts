import type { Connection, mongo } from 'mongoose'
import type { SortDirection } from '../contract/core/paging.ts'
import { hasLostConnection } from './mongo.ts'

/** A model, as far as reading its records goes. */
export interface Source {
  readonly db: Connection
  readonly collection: { readonly collectionName: string }
}

export interface Selection {
  readonly filter: object
  readonly sort?: Readonly<Record<string, SortDirection>>
  readonly skip?: number
  readonly limit: number
  readonly hint?: Readonly<Record<string, SortDirection>> | undefined
}

interface Answer<T> {
  readonly cursor: { readonly id: unknown; readonly firstBatch: T[] }
}

/**
 * Reads records as they are stored, by one command: a query of mongoose or a cursor of the driver takes twice the processor time.
 * As they do, it asks again if the connection broke. The filter is sent as it is, so its types must be those of the records.
 */
export async function readRecords<T>(source: Source, selection: Selection): Promise<T[]> {
  const { collectionName } = source.collection
  const { sort, skip = 0, limit, hint } = selection
  const command = { find: collectionName, filter: selection.filter, skip, limit, batchSize: limit }
  const ask = () => runCommand<Answer<T>>(source, { ...command, ...(sort && { sort }), ...(hint && { hint }) })
  const { cursor } = await ask().catch((error: unknown) => {
    if (!hasLostConnection(error)) throw error
    return ask()
  })
  if (Number(cursor.id) === 0) return cursor.firstBatch
  // More than the 16 MB that an answer holds.
  await runCommand(source, { killCursors: collectionName, cursors: [cursor.id] })
  const read = cursor.firstBatch.length
  const rest = await readRecords<T>(source, { ...selection, skip: skip + read, limit: limit - read })
  return [...cursor.firstBatch, ...rest]
}

async function runCommand<R>({ db: connection }: Source, command: mongo.Document): Promise<R> {
  const answer = await connection.getClient().db(connection.name).command(command)
  // What the database answers to it.
  return answer as R
}
