import { useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '../../../shared/day.ts'
import type { ResponseBody, Schemas } from './http/contract.ts'
import { record } from './http/operations.ts'
import { ofChoices, queryClient } from './http/query-client.ts'
import { useMay, useSession } from './session-context.ts'

/** Registries hardly change. */
const warehouses = record('warehouses', '/Warehouse', { pageSize: 250 })
const reasonCodes = record('reason codes', '/ReasonCode', { pageSize: 250 })

export function useWarehouses(isOn = true): readonly Pick<Schemas['Warehouse'], 'wID' | 'name'>[] {
  const mayRead = useMay('itemMasterList')
  const { data } = useQuery({ ...warehouses({}), ...ofChoices, staleTime: HOUR_MS, enabled: mayRead && isOn })
  const { warehouses: granted } = useSession()
  if (mayRead || granted === 'all') return data?.value ?? []
  // A person who counts blind may not read the names.
  return granted.map((wID) => ({ wID, name: nameless(wID) }))
}

const nameless = (wid: number) => `Warehouse ${wid}`

export function useReasonCodes(isOn = true): readonly Schemas['ReasonCode'][] {
  const mayRead = useMay('itemMasterList')
  return useQuery({ ...reasonCodes({}), ...ofChoices, staleTime: HOUR_MS, enabled: mayRead && isOn }).data?.value ?? []
}

/** What a reason is for: receipts, issues, either of them, or holds. */
export type ReasonKind = 'in' | 'out' | 'any reason' | 'hold'

/** Reasons for holds are offered for nothing else. */
export const isFor = ({ direction, forHolds }: Schemas['ReasonCode'], kind: ReasonKind): boolean =>
  kind === 'hold' ? forHolds === true : !forHolds && (kind === 'any reason' || direction === kind)

export const useReasonsFor = (kind: ReasonKind): readonly Schemas['ReasonCode'][] =>
  useReasonCodes().filter((reason) => isFor(reason, kind))

/** The number of one of the client's warehouses by its number or its name; undefined until they were read. */
export function findWarehouse(typed: string): number | undefined {
  const all = queryClient.getQueryData<ResponseBody<'get', '/Warehouse'>>(warehouses({}).queryKey)?.value ?? []
  const name = typed.trim().toLowerCase()
  const named = all.filter((one) => one.name.toLowerCase() === name)
  return (all.find(({ wID }) => String(wID) === name) ?? (named.length === 1 ? named[0] : undefined))?.wID
}

export function useWarehouseName(): (wid: number) => string {
  const all = useWarehouses()
  return (wid) => all.find(({ wID }) => wID === wid)?.name ?? nameless(wid)
}

const REGISTRIES: readonly unknown[] = ['session', 'warehouses', 'reason codes', 'categories']

/** Whether a query asks for what writes of stock do not change. */
export const isRegistry = ([name]: readonly unknown[]): boolean => REGISTRIES.includes(name)
