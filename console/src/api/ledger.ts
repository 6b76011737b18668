import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstOf, lastOf } from '../fold/days.ts'
import type { Input, Schemas } from './http/contract.ts'
import { list, read } from './http/operations.ts'

export type Entry = Schemas['Transaction']

export const entryTypeNames: Readonly<Record<Entry['type'], string>> = {
  receive: 'Received',
  move: 'Moved',
  issue: 'Issued',
  hold: 'Put on hold',
  release: 'Released',
  reverse: 'Reversed',
  order: 'Ordered',
  reserve: 'Reserved',
  unreserve: 'Unreserved',
  expire: 'Expired',
  pack: 'Packed',
  unpack: 'Unpacked',
  amend: 'Amended',
  ship: 'Shipped',
  accept: 'Accepted',
  reject: 'Rejected',
  return: 'Returned',
  lose: 'Lost',
}

/** `from` and `to` are days of the viewer's zone. */
export type LedgerFilters = Readonly<Input<'get', '/Inventory/Transactions'>>

const entries = list('ledger', '/Inventory/Transactions', 250)

/** Entries of the ledger, newest first. */
export const ledgerList = ({ from, to, ...filters }: LedgerFilters) =>
  entries({ ...filters, from: from && firstOf(from), to: to && lastOf(to) })

const EVERY_MS = 10_000

const readChanges = read('/Changes')

/** The changes since the position before; the position moves on with each response. */
interface Followed {
  readonly next: number
  readonly value: Schemas['Changes']['value']
}

/**
 * Follows the change feed: every 10 s while the page is in sight. What the argument names is
 * read again when something has changed. The result is the number of changes since the screen was opened.
 */
export function useLiveUpdates(queryKeys: readonly string[]): number {
  const queries = useQueryClient()
  const key = ['changes', ...queryKeys]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Followed & { readonly seen: number }> => {
      const before = queries.getQueryData<Followed & { readonly seen: number }>(key)
      const { next, value } = await readChanges({ since: before?.next ?? 'latest', limit: 250 })
      return { next, value, seen: (before?.seen ?? 0) + value.length }
    },
    refetchInterval: EVERY_MS,
    staleTime: 0,
  })
  const seen = data?.seen ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new change is a reason to read again
  useEffect(() => {
    if (seen > 0) for (const name of queryKeys) void queries.invalidateQueries({ queryKey: [name] })
  }, [seen])
  return seen
}
