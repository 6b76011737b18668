import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type Entry = Schemas['Transaction']
export type EntryType = Entry['type']

export interface LedgerFilters {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
  readonly recno?: number | undefined
  readonly type?: EntryType | undefined
  readonly reference?: string | undefined
  readonly clientId?: string | undefined
}

export const PAGE_SIZE = 250

/** Entries of the ledger, newest first. */
export const ledgerList = (filters: LedgerFilters) => ({
  queryKey: ['ledger', filters],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Inventory/Transactions', { ...filters }),
  readPage: (page: number) => {
    const { itemID, wid, recno, type, reference, clientId } = filters
    const query = {
      page,
      pageSize: PAGE_SIZE,
      ...(itemID && { itemID }),
      ...(wid !== undefined && { wid }),
      ...(recno !== undefined && { recno }),
      ...(type && { type }),
      ...(reference && { reference }),
      ...(clientId && { clientId }),
    }
    return bodyOf(api.GET('/Inventory/Transactions', { params: { query } }))
  },
})
