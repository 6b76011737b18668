import { useQuery } from '@tanstack/react-query'
import { groups } from '../../api/clients.ts'
import { ofChoices } from '../../api/http/query-client.ts'
import { may, permissionNames, seesReports } from '../../api/permissions.ts'
import { useWarehouses } from '../../api/registries.ts'
import { reports } from '../../api/reports.ts'
import { useSession } from '../../api/session-context.ts'
import { choice, choices, mark, type Option } from '../../components/forms/choices.tsx'
import type { Fields } from '../../components/forms/fields.tsx'

/** The rights of a client, as they are chosen. */
export interface Rights {
  readonly permissions?: number[]
  readonly reports?: number[]
  readonly group?: string
  readonly warehouses?: (number | 'all')[]
  readonly readOnly?: boolean
}

/** Those that the person's client has itself: nobody gives more. */
function useOwnPermissions(): readonly Option[] {
  const session = useSession()
  return permissionNames
    .filter(([id]) => session.permissions.includes(id))
    .map(([id, name]) => ({ value: String(id), label: name }))
}

function useOwnReports(): readonly Option[] {
  const session = useSession()
  const { data } = useQuery({ ...reports({}), ...ofChoices, enabled: seesReports(session) })
  return (data?.value ?? []).map(({ reportID, reportName }) => ({ value: String(reportID), label: reportName }))
}

function useOwnWarehouses(): readonly Option[] {
  const { warehouses } = useSession()
  const named = useWarehouses().map(({ wID, name }) => ({ value: String(wID), label: name }))
  return warehouses === 'all' ? [{ value: 'all', label: 'All, also those to come' }, ...named] : named
}

function useGroups(): readonly Option[] {
  const session = useSession()
  const { data } = useQuery({ ...groups({}), ...ofChoices, enabled: may(session, 'readClients') })
  return (data?.value ?? []).map(({ name }) => ({ value: name, label: name }))
}

export const rights: Fields<Rights> = {
  permissions: choices('Permissions', useOwnPermissions, Number),
  reports: choices('Reports', useOwnReports, Number),
  group: choice('Group, instead of permissions of its own', useGroups, (name) => name),
  warehouses: choices('Warehouses', useOwnWarehouses, (wid) => (wid === 'all' ? wid : Number(wid))),
  readOnly: mark('Only reads'),
}

/** The warehouses as the interface takes them. */
export const toScope = (chosen: readonly (number | 'all')[]): number[] | 'all' => {
  const numbers = chosen.filter((one) => one !== 'all')
  return numbers.length < chosen.length ? 'all' : numbers
}
