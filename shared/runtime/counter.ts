import { type Connection, Schema } from 'mongoose'

interface CounterRecord {
  readonly _id: string
  readonly last: number
}

const schema = new Schema<CounterRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'counters', versionKey: false, strict: 'throw' },
)

/** One per service. Ascending numbers from 1, unique over all processes, taken in blocks outside of transactions; a block cut short is a gap. */
export function createCounters(connection: Connection, blockSize: number) {
  const records = connection.model('Counter', schema)
  const blocks = new Map<string, { next: number; last: number }>()
  let taking: Promise<unknown> = Promise.resolve()

  const takeBlock = async (name: string, size: number) => {
    const { last } = await records
      .findOneAndUpdate({ _id: name }, { $inc: { last: size } }, { upsert: true, returnDocument: 'after' })
      .lean()
      .orFail()
    return { next: last - size + 1, last }
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
    /** The next `count` numbers of a sequence, ascending. */
    next(name: string, count: number): Promise<number[]> {
      const taken = taking.then(() => take(name, count))
      taking = taken.catch(() => undefined)
      return taken
    },
  }
}

export type Counters = ReturnType<typeof createCounters>
