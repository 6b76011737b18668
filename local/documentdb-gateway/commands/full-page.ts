import { elementOf, embeddedValue, numberValue, scan, TYPE } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'

const DEFAULT_BATCH_SIZE = 101

/**
 * Whether MongoDB leaves the cursor of a page open although nothing follows. It does when the page is full and the plan has
 * not reported its end: an aggregation, a find without a limit, and (SERVER-108846, 8.0.12 and 7.0.11) a sorted find with
 * one.
 */
export function leavesCursorOpen(command: Command, page: Buffer): boolean {
  const size = batchSizeOf(command)
  return size !== undefined && size > 0 && countOf(page) === size
}

function batchSizeOf(command: Command): number | undefined {
  if (command.name === 'find') return findBatchSize(command.body)
  if (command.name !== 'aggregate') return undefined
  const element = elementOf(command.body, 'cursor')
  const cursor = element && embeddedValue(command.body, element)
  return cursor ? (numberIn(cursor, 'batchSize') ?? DEFAULT_BATCH_SIZE) : undefined
}

function findBatchSize(body: Buffer): number | undefined {
  let batchSize = DEFAULT_BATCH_SIZE
  let limit = 0
  let isSorted = false
  for (const element of scan(body)) {
    if (element.name === 'batchSize') batchSize = Number(numberValue(body, element) ?? batchSize)
    else if (element.name === 'limit') limit = Number(numberValue(body, element) ?? 0)
    else if (element.name === 'sort') isSorted = (embeddedValue(body, element)?.length ?? 0) > 5
    else if (element.name === 'singleBatch' && body[element.start] === 1) return undefined
  }
  const reachesLimit = limit > 0 && limit <= batchSize
  return reachesLimit && (!isSorted || limit < batchSize) ? undefined : batchSize
}

/** The number of documents in the first page of a cursor. */
function countOf(page: Buffer): number {
  const batch = batchOf(page)
  if (!batch) return 0
  let count = 0
  for (let offset = 4; batch[offset] === TYPE.document; count++) {
    const start = batch.indexOf(0, offset + 1) + 1
    offset = start + batch.readInt32LE(start)
  }
  return count
}

function batchOf(page: Buffer): Buffer | undefined {
  const element = elementOf(page, 'cursor')
  const cursor = element && embeddedValue(page, element)
  const batch = cursor && elementOf(cursor, 'firstBatch')
  return cursor && batch && embeddedValue(cursor, batch)
}

/** Writes the id of its cursor into a page. */
export function withCursorId(page: Buffer, id: bigint): Buffer {
  const cursor = elementOf(page, 'cursor')
  const idElement = cursor && elementOf(page.subarray(cursor.start, cursor.end), 'id')
  if (cursor && idElement) page.writeBigInt64LE(id, cursor.start + idElement.start)
  return page
}

function numberIn(document: Buffer, name: string): number | undefined {
  const element = elementOf(document, name)
  const value = element && numberValue(document, element)
  return value === undefined ? undefined : Number(value)
}
