import type { Schemas } from '../api/http/contract.ts'
import { change, readAll } from '../device/database.ts'

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
export type Keepable = Receipt | CountedLine | ConfirmedPick

/** A write that was kept until there is signal. Its key makes it take effect once, however often it is sent. */
export type KeptWrite = Keepable & {
  readonly key: string
  /** Only this client and person send it: both stand in the ledger. */
  readonly clientId: string
  readonly actor: string
  readonly keptAt: string
  readonly state: 'waiting' | 'done' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
  /** The lot that it made. */
  readonly recNo?: number
}

export type KeptReceipt = Extract<KeptWrite, Receipt>
export type KeptPick = Extract<KeptWrite, { readonly kind: 'pick' }>

/** All kept writes, oldest first. */
export async function readWrites(): Promise<readonly KeptWrite[]> {
  const found = await readAll<KeptWrite>('writes')
  return found.toSorted((one, other) => one.keptAt.localeCompare(other.keptAt))
}

export const putWrite = (write: KeptWrite): Promise<void> => change('writes', (writes) => writes.put(write))

export const removeWrite = (key: string): Promise<void> => change('writes', (writes) => writes.delete(key))
