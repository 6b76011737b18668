import { changeClient, registerClient, replaceSecret } from '../../api/access/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import type { Session } from '../../api/http/session.ts'
import { chosenText, mark } from '../../parts/forms/choices.tsx'
import { type Fields, required, text } from '../../parts/forms/fields.tsx'
import { formStep, nothing, type Step } from '../../parts/forms/next-steps.tsx'
import { type Rights, rights, toScope } from './client-fields.ts'
import { ShownOnce } from './shown-once.tsx'

type Client = Schemas['Client']

type New = Rights & { readonly clientId: string }
const newFields: Fields<New> = { clientId: required({ ...text('Client id'), name: 'its id' }), ...rights }

export const NEW_CLIENT = 'New client'

/** Makes a client. It sees the warehouses of the person's client, unless others are chosen. */
export const newClient = ({ warehouses }: Session): Step =>
  formStep('For a program or a group of persons, with rights that you have yourself.', {
    verb: NEW_CLIENT,
    fields: newFields,
    initial: { warehouses: scopeText(warehouses) },
    missingOf: ({ permissions, group }) => (permissions || group ? undefined : 'permissions or a group'),
    send: ({ warehouses: chosen = [], ...client }, key) =>
      registerClient({ ...client, warehouses: toScope(chosen) }, key),
    showAnswer: ({ clientId, clientSecret }) => (
      <>
        The client is {clientId}. <ShownOnce secret={clientSecret} />
      </>
    ),
  })

type Changed = Rights & { readonly active?: boolean }
const changedFields: Fields<Changed> = { ...rights, active: mark('Active') }

/** Changes the rights of a client; what is left as it was is not sent. */
export const changeOf = (client: Client): Step =>
  formStep(`Client ${client.clientId} follows within 5 seconds.`, {
    verb: 'Change the client',
    of: client.clientId,
    fields: changedFields,
    initial: {
      permissions: chosenText(client.permissions),
      group: client.group,
      warehouses: scopeText(client.warehouses),
      readOnly: String(client.readOnly),
      active: String(client.active),
    },
    send: (typed, key) => changeClient({ clientId: client.clientId, ...changesOf(client, typed) }, key),
    showAnswer: ({ clientId }) => `Client ${clientId} is changed.`,
  })

export const newSecretOf = ({ clientId }: Pick<Client, 'clientId'>): Step =>
  formStep(`The secret of client ${clientId} is replaced. Whoever has the old one can no longer sign in with it.`, {
    verb: 'Make a new secret',
    of: clientId,
    fields: nothing,
    send: (_, key) => replaceSecret({ clientId }, key),
    showAnswer: ({ clientSecret }) => <ShownOnce secret={clientSecret} />,
  })

function changesOf(client: Client, typed: Changed): Omit<Schemas['ChangeClientRequest'], 'clientId'> {
  const { permissions = [], warehouses = [], group, reports, readOnly, active } = typed
  const scope = toScope(warehouses)
  return {
    ...(isOther(permissions, client.permissions) && { permissions }),
    ...(reports && { reports }),
    ...(group !== undefined && group !== client.group && { group }),
    ...(isOther(scope, client.warehouses) && { warehouses: scope }),
    ...(readOnly !== undefined && { readOnly }),
    ...(active !== undefined && { active }),
  }
}

const scopeText = (scope: Client['warehouses'] | Session['warehouses']) => (scope === 'all' ? scope : chosenText(scope))

const textOf = (chosen: readonly number[] | 'all') => (chosen === 'all' ? chosen : chosen.toSorted().join())
const isOther = (one: readonly number[] | 'all', other: readonly number[] | 'all') => textOf(one) !== textOf(other)
