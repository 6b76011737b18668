import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from './database-errors.ts'

interface CounterRecord {
  readonly _id: string
  readonly last: number
}

const schema = new Schema<CounterRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'counters', versionKey: false, strict: 'throw' },
)

/**
 * Sequences of ascending numbers from 1, unique across processes. Numbers are taken from the database in blocks, outside of
 * transactions; those that a process has not used when it stops are gaps. Create one per service.
 */
export function createCounters(connection: Connection, blockSize: number) {
  const records = connection.model('Counter', schema)
  const blocks = new Map<string, { next: number; last: number }>()
  let taking: Promise<unknown> = Promise.resolve()

  const advance = (name: string, size: number) =>
    records.findOneAndUpdate({ _id: name }, { $inc: { last: size } }, { returnDocument: 'after' }).lean()

  const takeBlock = async (name: string, size: number) => {
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

  const take = async (name: string, count: number): Promise<number[]> => {
    const numbers: number[] = []
    while (numbers.length < count) {
      const block = blocks.get(name)
      if (block && block.next <= block.last) numbers.push(block.next++)
      else blocks.set(name, await takeBlock(name, Math.max(blockSize, count - numbers.length)))
    }
    return numbers
  }

  return {
    /** Takes the next `count` numbers of a sequence, ascending. */
    next(name: string, count: number): Promise<number[]> {
      const taken = taking.then(() => take(name, count))
      taking = taken.catch(() => undefined)
      return taken
    },
  }
}

export type Counters = ReturnType<typeof createCounters>
