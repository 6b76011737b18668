import { settings } from '../settings.ts'
import { Counter } from './models.ts'

const BLOCK = 100

interface Block {
  next: number
  last: number
}
const blocks = new Map<string, Promise<Block>>()

/** The next number of a sequence, taken outside of the transaction so that transactions do not conflict on it. */
export async function next(name: string): Promise<number> {
  if (!settings.improved) return (await take(name, 1)).next
  for (;;) {
    const taking = blocks.get(name) ?? take(name, BLOCK)
    blocks.set(name, taking)
    const block = await taking
    if (block.next <= block.last) return block.next++
    if (blocks.get(name) === taking) blocks.delete(name)
  }
}

async function take(name: string, count: number): Promise<Block> {
  const counter = await Counter.findByIdAndUpdate(
    name,
    { $inc: { last: count } },
    { returnDocument: 'after', upsert: true },
  )
  return { next: counter.last - count + 1, last: counter.last }
}
