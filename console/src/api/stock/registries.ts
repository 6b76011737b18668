import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Schemas } from '../http/client.ts'

const HOUR_MS = 3_600_000

/** The client's warehouses; they hardly change. */
export function useWarehouses(): readonly Schemas['Warehouse'][] {
  const { data } = useQuery({
    queryKey: ['warehouses'],
    queryFn: () => bodyOf(api.GET('/Warehouse', { params: { query: { pageSize: 250 } } })),
    staleTime: HOUR_MS,
  })
  return data?.value ?? []
}

/** The name of a warehouse by its number. */
export function useWarehouseName(): (wid: number) => string {
  const warehouses = useWarehouses()
  return (wid) => warehouses.find(({ wID }) => wID === wid)?.name ?? `Warehouse ${wid}`
}

export function useReasonCodes(): readonly Schemas['ReasonCode'][] {
  const { data } = useQuery({
    queryKey: ['reason codes'],
    queryFn: () => bodyOf(api.GET('/ReasonCode', { params: { query: { pageSize: 250 } } })),
    staleTime: HOUR_MS,
  })
  return data?.value ?? []
}

/** Whether a query asks for what writes of stock do not change. */
export const isRegistry = ([name]: readonly unknown[]): boolean =>
  name === 'session' || name === 'warehouses' || name === 'reason codes'
