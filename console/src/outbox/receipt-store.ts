import type { Schemas } from '../api/client.ts'
import { change, readAll } from '../device/database.ts'

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

/** All kept receipts, oldest first. */
export async function readReceipts(): Promise<readonly KeptReceipt[]> {
  const found = await readAll<KeptReceipt>('receipts')
  return found.toSorted((one, other) => one.keptAt.localeCompare(other.keptAt))
}

export const writeReceipt = (receipt: KeptReceipt): Promise<void> =>
  change('receipts', (receipts) => receipts.put(receipt))

export const removeReceipt = (key: string): Promise<void> => change('receipts', (receipts) => receipts.delete(key))
