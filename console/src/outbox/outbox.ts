import { InventoryError } from '../api/client.ts'
import { messageOf } from '../api/error-text.ts'
import { endSession } from '../api/query-client.ts'
import type { Session } from '../api/session.ts'
import { receive } from '../api/stock-writes.ts'
import { type KeptReceipt, readReceipts, removeReceipt, writeReceipt } from './receipt-store.ts'

let receipts: readonly KeptReceipt[] = []
const listeners = new Set<() => void>()
/** Tells the other tabs of this browser. */
const otherTabs = new BroadcastChannel('console outbox')
otherTabs.onmessage = () => void load()

export const keptReceipts = (): readonly KeptReceipt[] => receipts

export function onKeptReceipts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function load(): Promise<void> {
  receipts = await readReceipts()
  for (const listener of listeners) listener()
}

async function reload(): Promise<void> {
  await load()
  otherTabs.postMessage('changed')
}

/** Keeps a receipt until there is signal. */
export async function keep(body: KeptReceipt['body'], key: string, { clientId, actor }: Session): Promise<void> {
  await writeReceipt({ key, clientId, actor, body, keptAt: new Date().toISOString(), state: 'waiting' })
  await reload()
}

export async function forget(key: string): Promise<void> {
  await removeReceipt(key)
  await reload()
}

export const isOf = ({ clientId, actor }: Session, receipt: KeptReceipt): boolean =>
  receipt.clientId === clientId && receipt.actor === actor

/** Sends what waits, in order, one tab at a time; stops at the first whose outcome is open. Whether something was done. */
export function sendWaiting(session: Session): Promise<boolean> {
  return navigator.locks.request('console outbox', async () => {
    let hasDone = false
    for (const receipt of await readReceipts()) {
      if (receipt.state !== 'waiting' || !isOf(session, receipt)) continue
      const outcome = await deliver(receipt)
      if (!outcome) break
      await writeReceipt({ ...receipt, ...outcome })
      hasDone ||= outcome.state === 'done'
      await reload()
    }
    return hasDone
  })
}

/** Undefined while the outcome is open: then the same is sent again later, under the same key. */
async function deliver({
  body,
  key,
}: KeptReceipt): Promise<Pick<KeptReceipt, 'state' | 'reason' | 'recNo'> | undefined> {
  try {
    const { recNo } = await receive.send(body, key)
    return { state: 'done', recNo }
  } catch (error) {
    endSession(error)
    return isRefusal(error) ? { state: 'refused', reason: messageOf(error) } : undefined
  }
}

const LATER: readonly number[] = [401, 408, 429]

/** Nothing was done, and the same will be refused again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof InventoryError) || LATER.includes(error.statusCode)) return false
  return error.statusCode >= 400 && error.statusCode < 500 && !error.message.includes('is still running')
}
