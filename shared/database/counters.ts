import type { Connection } from 'mongoose'
import { groupBy } from '../process/group-by.ts'
import { createBatchLoader } from './batch-loader.ts'
import { isDuplicateKey } from './database-errors.ts'
import { readRecords } from './read-records.ts'
import { defineSchema, field, type RecordOf } from './record-fields.ts'

const fields = {
  _id: field.text,
  last: field.number,
}

interface Block {
  next: number
  readonly last: number
}

const schema = defineSchema('counters', fields)

/**
 * Sequences of ascending numbers from 1, unique across processes. Numbers are taken from the database in blocks, outside of
 * transactions, and the next block while the last one is in use, so that callers seldom wait. Numbers that a process has not
 * used when it stops are gaps. Create one per service.
 */
export function createCounters(connection: Connection, blockSize: number) {
  const records = connection.model('Counter', schema)
  const blocks = new Map<string, Block>()
  const reserved = new Map<string, Promise<Block>>()
  let taking: Promise<unknown> = Promise.resolve()

  const advance = (name: string, size: number) =>
    records.findOneAndUpdate({ _id: name }, { $inc: { last: size } }, { returnDocument: 'after' }).lean()

  const takeBlock = async (name: string, size: number): Promise<Block> => {
    const advanced = (await advance(name, size)) ?? (await begin(name).then(() => advance(name, size)))
    if (!advanced) throw new Error(`The sequence ${name} does not exist`)
    return { next: advanced.last - size + 1, last: advanced.last }
  }

  /** Not by an upsert: on DocumentDB, two concurrent first upserts both return the same number. */
  const begin = async (name: string) => {
    await records.create({ _id: name, last: 0 }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Takes the next block in advance. If that fails before the block is needed, whoever needs it takes one again. */
  const reserve = (name: string) => {
    const block = takeBlock(name, blockSize)
    reserved.set(name, block)
    block.catch(() => reserved.delete(name))
  }

  const nextBlock = async (name: string, size: number) => {
    const block = reserved.get(name) ?? takeBlock(name, Math.max(blockSize, size))
    reserved.delete(name)
    blocks.set(name, await block)
    if (blockSize > 1) reserve(name)
  }

  const take = async (name: string, count: number): Promise<number[]> => {
    const numbers: number[] = []
    while (numbers.length < count) {
      const block = blocks.get(name)
      if (block && block.next <= block.last) numbers.push(block.next++)
      else await nextBlock(name, count - numbers.length)
    }
    return numbers
  }

  const nextOf = createBatchLoader(async (names: readonly string[]) => {
    const counts = groupBy(names, (name) => name)
    const taken = new Map<string, Block>()
    for (const [name, { length }] of counts) taken.set(name, await takeBlock(name, length))
    return names.map((name) => {
      const block = taken.get(name)
      if (!block) throw new Error(`The sequence ${name} gave no number`)
      return block.next++
    })
  })

  return {
    /** The number that any process took last; 0 before the first. */
    async last(name: string): Promise<number> {
      const [counter] = await readRecords<RecordOf<typeof fields>>(records, { filter: { _id: name }, limit: 1 })
      return counter?.last ?? 0
    },
    /**
     * The next number of a sequence that people read: no block is taken, so a process leaves no gap. Calls of one
     * moment share a command.
     */
    nextOf,
    /** Takes the next `count` numbers of a sequence, ascending. */
    next(name: string, count: number): Promise<number[]> {
      const taken = taking.then(() => take(name, count))
      taking = taken.catch(() => undefined)
      return taken
    },
  }
}

export type Counters = ReturnType<typeof createCounters>
