/** Runs a piece of work when it is its turn. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Work under the same key runs one after the other, so that it does not collide; of all work, `limit` pieces run at once. */
export function createTurns(limit: number): InTurn {
  const lastOf = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let free = limit

  const inSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return (key, work) => {
    const mine = (lastOf.get(key) ?? Promise.resolve()).then(() => inSlot(work))
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        if (lastOf.get(key) === ended) lastOf.delete(key)
      })
    lastOf.set(key, ended)
    return mine
  }
}
