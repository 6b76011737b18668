import { useQuery } from '@tanstack/react-query'
import { changeClient, groups, registerClient, replaceSecret } from '../../api/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { ofChoices } from '../../api/http/query-client.ts'
import type { Session } from '../../api/http/session.ts'
import { may, permissionNames, seesReports } from '../../api/permissions.ts'
import { useWarehouses } from '../../api/registries.ts'
import { reports } from '../../api/reports.ts'
import { useSession } from '../../api/session-context.ts'
import { choice, choices, chosenText, mark, type Option } from '../../components/forms/choices.tsx'
import { type Fields, required, type Texts, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { formStep, nothing, type Step } from '../../components/forms/next-steps.tsx'
import { Loaded } from '../../components/screen.tsx'
import { ShownOnce } from './shown-once.tsx'

type Client = Schemas['Client']

export const NEW_CLIENT = 'New client'

/** Makes a client. It sees the warehouses of the person's client, unless others are chosen. */
export const newClient = ({ warehouses }: Session): Step =>
  formStep('For an app or a team. You can only grant rights you have.', {
    verb: NEW_CLIENT,
    fields: newFields,
    initial: { warehouses: scopeText(warehouses) },
    missingOf: ({ permissions, group }) => (permissions || group ? undefined : 'permissions or a group'),
    send: ({ warehouses: chosen = [], ...client }, key) =>
      registerClient({ ...client, warehouses: toScope(chosen) }, key),
    showResult: ({ clientId, clientSecret }) => (
      <>
        Created client {clientId}. <ShownOnce secret={clientSecret} />
      </>
    ),
  })

const CHANGE = 'Edit client'

/** Changes the rights of a client; what is left as it was is not sent. */
export const changeOf = (client: Client): Step => ({
  verb: CHANGE,
  of: client.clientId,
  what: `Changes to client ${client.clientId} take effect within 5 seconds.`,
  form: (onClose) => <ChangeForm client={client} onClose={onClose} />,
})

/** Clients do not say which reports they may run; their groups do. */
function ChangeForm({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  return (
    <Loaded query={useQuery(groups({}))}>
      {({ value }) => {
        const group = value.find(({ name }) => name === client.group)
        return <FieldsForm {...changeForm(client, group?.reports)} onClose={onClose} />
      }}
    </Loaded>
  )
}

/** Of a group that is not among those that were read, the reports are not known, and stay. */
function changeForm(client: Client, reports: readonly number[] | undefined) {
  const { reports: _, ...others } = changedFields
  const fields: Fields<Changed> = reports ? changedFields : others
  const initial: Texts<Changed> = {
    permissions: chosenText(client.permissions),
    reports: chosenText(reports ?? []),
    group: otherGroupOf(client),
    warehouses: scopeText(client.warehouses),
    readOnly: String(client.readOnly),
    active: String(client.active),
  }
  return {
    verb: CHANGE,
    of: client.clientId,
    fields,
    initial,
    send: (typed: Changed, key: string) =>
      changeClient({ clientId: client.clientId, ...changesOf(client, reports, typed) }, key),
    showResult: ({ clientId }: Client) => `Saved client ${clientId}.`,
  }
}

export const newSecretOf = ({ clientId }: Pick<Client, 'clientId'>): Step =>
  formStep(`Replaces the secret of client ${clientId}. The old secret no longer works for sign-in.`, {
    verb: 'Create new secret',
    of: clientId,
    fields: nothing,
    send: (_, key) => replaceSecret({ clientId }, key),
    showResult: ({ clientSecret }) => <ShownOnce secret={clientSecret} />,
  })

/** The group of a client, unless it is its own. */
const otherGroupOf = ({ clientId, group }: Client): string => (group === clientId ? '' : group)

function changesOf(
  client: Client,
  before: readonly number[] | undefined,
  typed: Changed,
): Omit<Schemas['ChangeClientRequest'], 'clientId'> {
  const { permissions = [], reports = [], warehouses = [], group = '', readOnly, active } = typed
  const scope = toScope(warehouses)
  const isCleared = group === '' && otherGroupOf(client) !== ''
  return {
    // With permissions it leaves its group for one of its own.
    ...((isCleared || isOther(permissions, client.permissions)) && { permissions }),
    ...(before && isOther(reports, before) && { reports }),
    ...(group !== otherGroupOf(client) && group !== '' && { group }),
    ...(isOther(scope, client.warehouses) && { warehouses: scope }),
    ...(readOnly !== undefined && { readOnly }),
    ...(active !== undefined && { active }),
  }
}

const scopeText = (scope: Client['warehouses'] | Session['warehouses']) => (scope === 'all' ? scope : chosenText(scope))

const textOf = (chosen: readonly number[] | 'all') => (chosen === 'all' ? chosen : chosen.toSorted().join())
const isOther = (one: readonly number[] | 'all', other: readonly number[] | 'all') => textOf(one) !== textOf(other)

/** The rights of a client, as they are chosen. */
interface Rights {
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
  return warehouses === 'all' ? [{ value: 'all', label: 'All, including future ones' }, ...named] : named
}

function useGroups(): readonly Option[] {
  const session = useSession()
  const { data } = useQuery({ ...groups({}), ...ofChoices, enabled: may(session, 'readClients') })
  return (data?.value ?? []).map(({ name }) => ({ value: name, label: name }))
}

const rights: Fields<Rights> = {
  permissions: choices('Permissions', useOwnPermissions, Number),
  reports: choices('Reports', useOwnReports, Number),
  group: choice('Group (instead of own permissions)', useGroups, (name) => name),
  warehouses: choices('Warehouses', useOwnWarehouses, (wid) => (wid === 'all' ? wid : Number(wid))),
  readOnly: mark('Read-only'),
}

type New = Rights & { readonly clientId: string }
const newFields: Fields<New> = { clientId: required({ ...text('Client id'), name: 'client id' }), ...rights }

type Changed = Rights & { readonly active?: boolean }
const changedFields: Fields<Changed> = { ...rights, active: mark('Active') }

/** The warehouses as the interface takes them. */
const toScope = (chosen: readonly (number | 'all')[]): number[] | 'all' => {
  const numbers = chosen.filter((one) => one !== 'all')
  return numbers.length < chosen.length ? 'all' : numbers
}
