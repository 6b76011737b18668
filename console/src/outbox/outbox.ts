import { InventoryError } from '../api/http/client.ts'
import { messageOf } from '../api/http/error-text.ts'
import { believedSession, endSession } from '../api/http/query-client.ts'
import type { Session } from '../api/http/session.ts'
import { countLine, shipments } from '../api/orders/documents.ts'
import { receive } from '../api/stock/stock-writes.ts'
import { type Keepable, type KeptWrite, putWrite, readWrites, removeWrite } from './write-store.ts'

let writes: readonly KeptWrite[] = []
let isLoaded = false
const listeners = new Set<() => void>()
/** Tells the other tabs of this browser. */
const otherTabs = new BroadcastChannel('console outbox')
otherTabs.onmessage = () => void load()

export const keptWrites = (): readonly KeptWrite[] => writes
/** Whether what was kept before the page was opened is known. */
export const areWritesLoaded = (): boolean => isLoaded

export function onKeptWrites(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function load(): Promise<void> {
  writes = await readWrites()
  isLoaded = true
  for (const listener of listeners) listener()
}

async function reload(): Promise<void> {
  await load()
  otherTabs.postMessage('changed')
}

/** Keeps a write until there is signal. */
export async function keep(write: Keepable, key: string, { clientId, actor }: Session): Promise<void> {
  await putWrite({ ...write, key, clientId, actor, keptAt: new Date().toISOString(), state: 'waiting' })
  await reload()
}

export async function forget(key: string): Promise<void> {
  await removeWrite(key)
  await reload()
}

export const isOf = ({ clientId, actor }: Session, write: KeptWrite): boolean =>
  write.clientId === clientId && write.actor === actor

/** Sends what waits, in order, one tab at a time; stops at the first whose outcome is open. Whether something was done. */
export function sendWaiting(session: Session): Promise<boolean> {
  return navigator.locks.request('console outbox', async () => {
    let hasDone = false
    for (const write of await readWrites()) {
      if (write.state !== 'waiting' || !isOf(session, write)) continue
      if (believedSession()?.id !== session.id) break
      const outcome = await deliver(write)
      if (!outcome) break
      await putWrite({ ...write, ...outcome })
      hasDone ||= outcome.state === 'done'
      await reload()
    }
    return hasDone
  })
}

/** Undefined while the outcome is open: then the same is sent again later, under the same key. */
async function deliver(write: KeptWrite): Promise<Pick<KeptWrite, 'state' | 'reason' | 'recNo'> | undefined> {
  try {
    return { state: 'done', ...(await send(write)) }
  } catch (error) {
    endSession(error)
    return isRefusal(error) ? { state: 'refused', reason: messageOf(error) } : undefined
  }
}

async function send(write: KeptWrite): Promise<Pick<KeptWrite, 'recNo'>> {
  if (write.kind === 'receipt') {
    const { recNo } = await receive.send(write.body, write.key)
    return { recNo }
  }
  if (write.kind === 'pick') await shipments.step('Pack').send({ soNo: write.soNo, lines: [write.body] }, write.key)
  else await countLine({ countNo: write.countNo, ...write.body }, write.key)
  return {}
}

const LATER: readonly number[] = [401, 408, 429]

/** Nothing was done, and the same will be refused again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof InventoryError) || error.isTemporary || LATER.includes(error.statusCode)) return false
  return error.statusCode >= 400 && error.statusCode < 500
}
