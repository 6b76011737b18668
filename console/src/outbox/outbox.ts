import { countLine, shipments } from '../api/documents.ts'
import { InventoryError, messageOf } from '../api/http/client.ts'
import type { Schemas } from '../api/http/contract.ts'
import { believedSession, endSession } from '../api/http/query-client.ts'
import type { Session } from '../api/http/session.ts'
import { receive } from '../api/stock.ts'
import { change, readAll } from '../device/database.ts'

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

async function put(write: KeptWrite): Promise<void> {
  await change('writes', (writes) => writes.put(write))
  await reload()
}

async function reload(): Promise<void> {
  await load()
  otherTabs.postMessage('changed')
}

export const keep = (write: Keepable, key: string, { clientId, actor }: Session): Promise<void> =>
  put({ ...write, key, clientId, actor, keptAt: new Date().toISOString(), state: 'waiting' })

export async function forget(key: string): Promise<void> {
  await change('writes', (writes) => writes.delete(key))
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
      await put({ ...write, ...outcome })
      hasDone ||= outcome.state === 'done'
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

interface Receipt {
  readonly kind: 'receipt'
  readonly body: Schemas['ReceiveRequest'] & { readonly itemID: string; readonly units: number }
}

interface CountedLine {
  readonly kind: 'count'
  readonly countNo: string
  readonly body: Schemas['CountLineRequest'] & { readonly counted: number }
}

interface ConfirmedPick {
  readonly kind: 'pick'
  readonly soNo: string
  readonly body: Schemas['PackShippingOrderRequest']['lines'][number] & { readonly recno: number }
  readonly shortID: string
  readonly spot: string
  /** When the list was read that it was taken from, in ms. */
  readonly listedAt: number
  /** Why fewer were picked than were listed. */
  readonly fewer?: string
}

/** A write that may be kept without signal. */
type Keepable = Receipt | CountedLine | ConfirmedPick

/** A write that was kept until there is signal. Its key makes it take effect once, however often it is sent. */
export type KeptWrite = Keepable & {
  readonly key: string
  /** Only this client and person send it: both stand in the ledger. */
  readonly clientId: string
  readonly actor: string
  readonly keptAt: string
  readonly state: 'waiting' | 'done' | 'refused'
  readonly reason?: string
  /** The lot that it made. */
  readonly recNo?: number
}

export type KeptReceipt = Extract<KeptWrite, Receipt>
export type KeptPick = Extract<KeptWrite, { readonly kind: 'pick' }>

/** All kept writes, oldest first. */
async function readWrites(): Promise<readonly KeptWrite[]> {
  const found = await readAll<KeptWrite>('writes')
  return found.toSorted((one, other) => one.keptAt.localeCompare(other.keptAt))
}
