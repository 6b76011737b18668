/** An item in a warehouse. */
export interface Place {
  readonly partNo: number
  readonly wid: number
}

const comparePlaces = (one: Place, other: Place) => one.partNo - other.partNo || one.wid - other.wid

/** What a sequence by partNo and wid has of one place. */
export interface PlaceReader<T> {
  /** Asked for places in order. */
  readAt(place: Place): Promise<readonly T[]>
}

export function readByPlace<T extends Place>(values: AsyncIterable<T>): PlaceReader<T> {
  const iterator = values[Symbol.asyncIterator]()
  let next: T | undefined
  let isDone = false
  const advance = async () => {
    const result = await iterator.next()
    next = result.done ? undefined : result.value
    isDone = result.done === true
  }
  return {
    async readAt(place) {
      if (!next && !isDone) await advance()
      while (next && comparePlaces(next, place) < 0) await advance()
      const found: T[] = []
      while (next && comparePlaces(next, place) === 0) {
        found.push(next)
        await advance()
      }
      return found
    },
  }
}

/** Consecutive values of one place together. */
export async function* groupByPlace<T extends Place>(values: AsyncIterable<T>): AsyncGenerator<[T, ...T[]]> {
  let group: [T, ...T[]] | undefined
  for await (const value of values) {
    if (group && comparePlaces(group[0], value) === 0) group.push(value)
    else {
      if (group) yield group
      group = [value]
    }
  }
  if (group) yield group
}
