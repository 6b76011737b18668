import type { Schemas } from '../api/client.ts'

/** A receipt that was kept without signal. Its key makes it take effect once, however often it is sent. */
export interface KeptReceipt {
  readonly key: string
  /** Only this client and person send it: both stand in the ledger. */
  readonly clientId: string
  readonly actor: string
  readonly body: Schemas['ReceiveRequest']
  readonly keptAt: string
  readonly state: 'waiting' | 'done' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
  /** The lot that it made. */
  readonly recNo?: number
}

const DATABASE = 'console'
const STORE = 'receipts'

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
  return resultOf(request)
}

/** All kept receipts, oldest first. */
export async function readReceipts(): Promise<readonly KeptReceipt[]> {
  const database = await open()
  try {
    const found: KeptReceipt[] = await resultOf(database.transaction(STORE).objectStore(STORE).getAll())
    return found.toSorted((one, other) => one.keptAt.localeCompare(other.keptAt))
  } finally {
    database.close()
  }
}

/** Resolves when it is on the disk. */
export const writeReceipt = (receipt: KeptReceipt): Promise<void> => change((store) => store.put(receipt))

export const removeReceipt = (key: string): Promise<void> => change((store) => store.delete(key))

async function change(act: (store: IDBObjectStore) => unknown): Promise<void> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
    act(transaction.objectStore(STORE))
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
