import { test } from 'vitest'

/** What the files of this worker share, by its key. */
const shared = new Map<string, Promise<AsyncDisposable>>()

/** What has this key in this worker; started now if it is asked for the first time. It ends with the worker. */
export function share<T extends AsyncDisposable>(key: string, start: () => Promise<T>): Promise<T> {
  // Nobody else starts anything under this key, so it has this type.
  const present = shared.get(key) as Promise<T> | undefined
  if (present) return present
  const starting = start()
  shared.set(key, starting)
  // What could not be started is tried again by the next file.
  starting.catch(() => shared.delete(key))
  return starting
}

/** Servers of this run end with it, while its last workers end, and need nothing to be tidied up: only others do. */
async function endAll(things: Map<string, Promise<AsyncDisposable>>): Promise<void> {
  if (!process.env.TEST_SERVERS_STAY) return
  const all = [...things.values()]
  things.clear()
  await Promise.all(all.map(async (one) => (await one)[Symbol.asyncDispose]()))
}

/** Tests of a worker that ends what is shared when it ends. */
export const ofWorker = test
  .extend('things', { scope: 'worker' }, () => shared)
  .extend('endOfWorker', { scope: 'worker' }, ({ things }, { onCleanup }) => {
    onCleanup(() => endAll(things))
    return true
  })
