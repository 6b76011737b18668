import { useQuery } from '@tanstack/react-query'
import type { Answer, Schemas } from '../http/contract.ts'
import { record } from '../http/operations.ts'
import { queryClient } from '../http/query-client.ts'

/** Registries hardly change. */
const HOUR_MS = 3_600_000
const warehouses = record('warehouses', '/Warehouse', { pageSize: 250 })
const reasonCodes = record('reason codes', '/ReasonCode', { pageSize: 250 })

/** The client's warehouses. */
export function useWarehouses(isOn = true): readonly Schemas['Warehouse'][] {
  return useQuery({ ...warehouses({}), staleTime: HOUR_MS, enabled: isOn }).data?.value ?? []
}

export function useReasonCodes(isOn = true): readonly Schemas['ReasonCode'][] {
  return useQuery({ ...reasonCodes({}), staleTime: HOUR_MS, enabled: isOn }).data?.value ?? []
}

/** The number of one of the client's warehouses by its number or its name; undefined until they were read. */
export function findWarehouse(typed: string): number | undefined {
  const all = queryClient.getQueryData<Answer<'get', '/Warehouse'>>(warehouses({}).queryKey)?.value ?? []
  const name = typed.trim().toLowerCase()
  const named = all.filter((one) => one.name.toLowerCase() === name)
  return (all.find(({ wID }) => String(wID) === name) ?? (named.length === 1 ? named[0] : undefined))?.wID
}

/** The name of a warehouse by its number. */
export function useWarehouseName(): (wid: number) => string {
  const all = useWarehouses()
  return (wid) => all.find(({ wID }) => wID === wid)?.name ?? `Warehouse ${wid}`
}

/** Whether a query asks for what writes of stock do not change. */
export const isRegistry = ([name]: readonly unknown[]): boolean =>
  name === 'session' || name === 'warehouses' || name === 'reason codes'
