import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../http/contract.ts'
import { record } from '../http/operations.ts'

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

/** The name of a warehouse by its number. */
export function useWarehouseName(): (wid: number) => string {
  const all = useWarehouses()
  return (wid) => all.find(({ wID }) => wID === wid)?.name ?? `Warehouse ${wid}`
}

/** Whether a query asks for what writes of stock do not change. */
export const isRegistry = ([name]: readonly unknown[]): boolean =>
  name === 'session' || name === 'warehouses' || name === 'reason codes'
