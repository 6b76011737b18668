import { useQuery } from '@tanstack/react-query'
import { useMay, useSession } from '../access/session-context.ts'
import type { Schemas } from '../http/contract.ts'
import { record } from '../http/operations.ts'

/** Registries hardly change. */
const HOUR_MS = 3_600_000
const warehouses = record('warehouses', '/Warehouse', { pageSize: 250 })
const reasonCodes = record('reason codes', '/ReasonCode', { pageSize: 250 })

/** The client's warehouses. */
export function useWarehouses(): readonly Pick<Schemas['Warehouse'], 'wID' | 'name'>[] {
  const mayRead = useMay('read')
  const { data } = useQuery({ ...warehouses({}), staleTime: HOUR_MS, enabled: mayRead })
  const { warehouses: granted } = useSession()
  if (mayRead || granted === 'all') return data?.value ?? []
  // Who counts blind may not read what is called by which name.
  return granted.map((wID) => ({ wID, name: nameless(wID) }))
}

const nameless = (wid: number) => `Warehouse ${wid}`

export function useReasonCodes(): readonly Schemas['ReasonCode'][] {
  const mayRead = useMay('read')
  return useQuery({ ...reasonCodes({}), staleTime: HOUR_MS, enabled: mayRead }).data?.value ?? []
}

/** The name of a warehouse by its number. */
export function useWarehouseName(): (wid: number) => string {
  const all = useWarehouses()
  return (wid) => all.find(({ wID }) => wID === wid)?.name ?? nameless(wid)
}

/** Whether a query asks for what writes of stock do not change. */
export const isRegistry = ([name]: readonly unknown[]): boolean =>
  name === 'session' || name === 'warehouses' || name === 'reason codes'
