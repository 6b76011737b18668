/** Disposes of what it owns in reverse order of creation, of all of it even if some disposals fail. */
export function createOwner(): AsyncDisposable & {
  own<T extends AsyncDisposable>(thing: T): T
  defer(dispose: () => Promise<unknown>): void
} {
  const owned: (() => Promise<unknown>)[] = []
  return {
    own(thing) {
      owned.push(async () => thing[Symbol.asyncDispose]())
      return thing
    },
    defer(dispose) {
      owned.push(dispose)
    },
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = []
      for (const dispose of owned.splice(0).reverse()) {
        await dispose().catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
