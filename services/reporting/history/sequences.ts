/** Two sorted sequences as one. */
export async function* mergeSorted<T>(
  one: AsyncIterable<T>,
  other: AsyncIterable<T>,
  compare: (one: T, other: T) => number,
): AsyncGenerator<T> {
  const [ones, others] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()]
  try {
    let [first, second] = await Promise.all([ones.next(), others.next()])
    while (!first.done || !second.done) {
      if (second.done || (!first.done && compare(first.value, second.value) <= 0)) {
        yield first.value
        first = await ones.next()
      } else {
        yield second.value
        second = await others.next()
      }
    }
  } finally {
    await Promise.all([ones.return?.(), others.return?.()])
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
