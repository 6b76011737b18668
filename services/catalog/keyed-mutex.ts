/** Runs a piece of work when it is its turn. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Work under the same key runs one after the other: writes of one item would only collide in the database. */
export function createTurns(): InTurn {
  const lastOf = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (lastOf.get(key) ?? Promise.resolve()).then(work)
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        if (lastOf.get(key) === ended) lastOf.delete(key)
      })
    lastOf.set(key, ended)
    return mine
  }
}
