/** Lets at most `max` pieces of work run at once, the others in the order in which they came. */
export function createTurnstile(max: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        // Whoever is next takes this one's place.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export type Turnstile = ReturnType<typeof createTurnstile>
