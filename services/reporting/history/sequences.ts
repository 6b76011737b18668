/** Sorted sequences as one. */
export async function* mergeSorted<T>(
  sequences: readonly (AsyncIterable<T> | Iterable<T>)[],
  compare: (one: T, other: T) => number,
): AsyncGenerator<T> {
  const iterators = sequences.map(iterate)
  try {
    const first = await Promise.all(iterators.map(async (iterator) => ({ iterator, next: await iterator.next() })))
    const heads = first.flatMap(({ iterator, next }) => (next.done ? [] : [{ iterator, value: next.value }]))
    for (let [least] = heads; least; [least] = heads) {
      for (const head of heads) if (compare(head.value, least.value) < 0) least = head
      yield least.value
      const next = await least.iterator.next()
      if (next.done) heads.splice(heads.indexOf(least), 1)
      else least.value = next.value
    }
  } finally {
    await Promise.all(iterators.map((iterator) => iterator.return(undefined)))
  }
}

async function* iterate<T>(values: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, undefined> {
  yield* values
  return undefined
}

/** The values that are wanted. */
export async function* select<T>(values: AsyncIterable<T>, isWanted: (value: T) => boolean): AsyncGenerator<T> {
  for await (const value of values) if (isWanted(value)) yield value
}

/** Of equal values that follow each other, the first. */
export async function* distinct<T>(values: AsyncIterable<T>, compare: (one: T, other: T) => number): AsyncGenerator<T> {
  let before: { readonly value: T } | undefined
  for await (const value of values) {
    if (before && compare(before.value, value) === 0) continue
    yield value
    before = { value }
  }
}

/** Consecutive values together. The last batch, which may be empty, says so. */
export async function* inBatches<T>(
  values: AsyncIterable<T>,
  size: number,
): AsyncGenerator<{ readonly batch: readonly T[]; readonly isLast: boolean }> {
  let batch: T[] = []
  for await (const value of values) {
    if (batch.length === size) {
      yield { batch, isLast: false }
      batch = []
    }
    batch.push(value)
  }
  yield { batch, isLast: true }
}

/** An item in a warehouse. */
interface LevelKey {
  readonly partNo: number
  readonly wid: number
}

const compareLevelKeys = (one: LevelKey, other: LevelKey) => one.partNo - other.partNo || one.wid - other.wid

/** What a sequence by partNo and wid has of one level. */
interface LevelReader<T> {
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
