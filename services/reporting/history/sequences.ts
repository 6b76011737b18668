/** Sorted sequences as one. */
export async function* mergeSorted<T>(
  sequences: readonly AsyncIterable<T>[],
  compare: (one: T, other: T) => number,
): AsyncGenerator<T> {
  const iterators = sequences.map((sequence) => sequence[Symbol.asyncIterator]())
  try {
    const heads = await Promise.all(iterators.map(async (iterator) => ({ iterator, next: await iterator.next() })))
    for (;;) {
      const left = heads.filter(({ next }) => !next.done)
      const [first, ...others] = left
      if (!first) return
      const least = others.reduce((one, other) => (compare(other.next.value, one.next.value) < 0 ? other : one), first)
      yield least.next.value
      least.next = await least.iterator.next()
    }
  } finally {
    await Promise.all(iterators.map((iterator) => iterator.return?.()))
  }
}

/** Consecutive values together. */
export async function* inBatches<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
