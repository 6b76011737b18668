/** An item in a warehouse. */
export interface LevelKey {
  readonly partNo: number
  readonly wid: number
}

const compareLevelKeys = (one: LevelKey, other: LevelKey) => one.partNo - other.partNo || one.wid - other.wid

/** What a sequence by partNo and wid has of one level. */
export interface LevelReader<T> {
  /** Asked for levels in order. */
  readAt(key: LevelKey): Promise<readonly T[]>
}

export function readByLevel<T extends LevelKey>(values: AsyncIterable<T>): LevelReader<T> {
  const iterator = values[Symbol.asyncIterator]()
  let next: T | undefined
  let isDone = false
  const advance = async () => {
    const result = await iterator.next()
    next = result.done ? undefined : result.value
    isDone = result.done === true
  }
  return {
    async readAt(key) {
      if (!next && !isDone) await advance()
      while (next && compareLevelKeys(next, key) < 0) await advance()
      const found: T[] = []
      while (next && compareLevelKeys(next, key) === 0) {
        found.push(next)
        await advance()
      }
      return found
    },
  }
}

/** Consecutive values of one level together. */
export async function* groupByLevel<T extends LevelKey>(values: AsyncIterable<T>): AsyncGenerator<[T, ...T[]]> {
  let group: [T, ...T[]] | undefined
  for await (const value of values) {
    if (group && compareLevelKeys(group[0], value) === 0) group.push(value)
    else {
      if (group) yield group
      group = [value]
    }
  }
  if (group) yield group
}
