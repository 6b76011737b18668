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
