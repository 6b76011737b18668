/** Owns things and disposes of them in reverse order of their making. */
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
      for (const dispose of owned.reverse()) await dispose()
    },
  }
}
