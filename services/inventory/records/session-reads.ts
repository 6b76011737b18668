/** Runs a command of a session when the commands before it have ended: a session takes one at a time. */
export type InTurn = <T>(command: () => Promise<T>) => Promise<T>

/** Runs commands one after the other. Once one has failed, those that wait fail with it and are not started. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (command) => {
    const turn = last.then(command)
    // The caller gets the error from `turn`; this handler only keeps it from being reported as unhandled.
    turn.catch(() => undefined)
    last = turn
    return turn
  }
}

/** Reads by key: keys that are requested while other commands run are read by one command. */
export function joinInTurn<K, V>(inTurn: InTurn, read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {
  let next: { readonly keys: Set<K>; readonly found: Promise<ReadonlyMap<K, V>> } | undefined
  return async (key: K): Promise<V | undefined> => {
    if (!next) {
      const keys = new Set<K>()
      const start = () => {
        next = undefined
        return read([...keys])
      }
      next = { keys, found: inTurn(start) }
    }
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
