/** A handler that signals when it is called and waits until it is released. */
export function heldHandler() {
  const held: { word: string; go: () => void }[] = []
  const entered: (() => void)[] = []
  return {
    held,
    handle: ({ word }: { word: string }) =>
      new Promise<{ word: string }>((resolve) => {
        held.push({ word, go: () => resolve({ word }) })
        for (const notify of entered.splice(0)) notify()
      }),
    entered: () => (held.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => entered.push(resolve))),
  }
}
