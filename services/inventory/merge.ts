export type Group<T> = readonly [key: number, records: T[]]

/** Neighbours with the same key, from records that ascend by it. */
export async function* groupsOf<T>(records: AsyncIterable<T>, keyOf: (record: T) => number): AsyncGenerator<Group<T>> {
  let group: [number, T[]] | undefined
  for await (const record of records) {
    const key = keyOf(record)
    if (group?.[0] === key) group[1].push(record)
    else {
      if (group) yield group
      group = [key, [record]]
    }
  }
  if (group) yield group
}

/** Walks several ascending streams of groups side by side: for each key what every stream has of it, possibly nothing. */
export async function* mergeGroups<T extends readonly unknown[]>(
  ...streams: { [K in keyof T]: AsyncGenerator<Group<T[K]>> }
): AsyncGenerator<readonly [key: number, groups: { [K in keyof T]: T[K][] }]> {
  const heads: (Group<unknown> | undefined)[] = []
  // One after the other: the streams may read through one database session, which takes one command at a time.
  for (const stream of streams) heads.push(await next(stream))
  for (;;) {
    const keys = heads.flatMap((head) => (head ? [head[0]] : []))
    if (keys.length === 0) return
    const key = Math.min(...keys)
    const groups: unknown[][] = []
    for (const [index, stream] of streams.entries()) {
      const head = heads[index]
      groups.push(head?.[0] === key ? head[1] : [])
      if (head?.[0] === key) heads[index] = await next(stream)
    }
    // One group a stream, in the order of the streams.
    yield [key, groups as { [K in keyof T]: T[K][] }]
  }
}

async function next<T>(stream: AsyncGenerator<Group<T>>): Promise<Group<T> | undefined> {
  const { value, done } = await stream.next()
  return done ? undefined : value
}
