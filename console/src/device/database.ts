/** What is kept on the device: writes that wait for signal, and what was read last. */
type Store = 'writes' | 'answers'

const DATABASE = 'console'
const VERSION = 2
const keys: Readonly<Record<Store, string>> = { writes: 'key', answers: 'name' }

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    for (const [store, keyPath] of Object.entries(keys))
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath })
  }
  return resultOf(request)
}

/** All records of a store. */
export async function readAll<T>(store: Store): Promise<readonly T[]> {
  const database = await open()
  try {
    const found: T[] = await resultOf(database.transaction(store).objectStore(store).getAll())
    return found
  } finally {
    database.close()
  }
}

/** Resolves when it is on the disk. */
export async function change(store: Store, act: (records: IDBObjectStore) => unknown): Promise<void> {
  const database = await open()
  try {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
    act(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
