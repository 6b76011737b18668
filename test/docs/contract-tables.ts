import type { z } from 'zod'
import { type RoutedOperation, toRouted } from '../../gateway/routes/routed-operation.ts'
import { type Guarded, permissionName, permissionTable } from '../../shared/contract/core/access.ts'
import { findDryRun, isDryRun } from '../../shared/contract/core/dry-runs.ts'
import { type ErrorCode, errorCatalogue, helpAnchor } from '../../shared/contract/core/errors.ts'
import { events } from '../../shared/contract/events.ts'
import { operations } from '../../shared/contract/index.ts'
import { LedgerEntry } from '../../shared/contract/inventory/inventory.ts'
import { accessOfChange, changeTypes } from '../../shared/contract/notifications/changes.ts'
import { code, table } from './table.ts'

const all = operations.flatMap((operation) => toRouted(operation) ?? [])
const routed = all.filter(({ operation }) => !isDryRun(operation))

/** Every request, what it does and who may send it. */
export const operationsTable = () =>
  table(
    ['Request', 'What it does', 'Permission', 'Dry run'],
    routed.map((one) => [
      code(shown(one)),
      one.operation.summary,
      who(one.operation),
      findDryRun(one.operation, operations) ? 'yes' : '',
    ]),
  )

export const errorsTable = () =>
  table(
    ['HTTP', '`error`', 'Meaning', 'What to do'],
    // The keys of the catalogue are the codes.
    (Object.keys(errorCatalogue) as ErrorCode[]).map((name) => {
      const { status, meaning, remedy } = errorCatalogue[name]
      return [String(status), `<a id="${helpAnchor(name)}"></a>${code(name)}`, meaning, remedy]
    }),
  )

/** What each permission allows. */
export const permissionsTable = () =>
  table(
    ['SecurityID', 'Name', 'Allows', 'Requests'],
    Object.values(permissionTable).map(({ id, name, description }) => {
      const allowed = routed.filter(({ operation }) => operation.access === id || operation.alternateAccess === id)
      return [String(id), name, description, allowed.map(shown).map(code).join(', ')]
    }),
  )

export const commandsTable = () =>
  table(
    ['Command', 'What it does'],
    operations.flatMap(({ command, summary }) => (command ? [[code(command), summary]] : [])),
  )

/** The types of changes that webhooks can subscribe to. */
export const eventsTable = () =>
  table(
    ['Event', '`data`', 'Permission'],
    changeTypes.map((type) => {
      const access = accessOfChange(type)
      return [code(type), recordOf(events[type].shape.data), `${access} ${permissionName(access)}`]
    }),
  )

const recordOf = (data: z.ZodType) => {
  // What travels between the services has the warehouses of each lot besides.
  const name = data === LedgerEntry ? 'Transaction' : data.meta()?.id
  return `[${name}](interface.md#${name?.toLowerCase()})`
}

/** A path as a person writes it: `:wid` is `{wid}`. */
const pathOf = ({ path }: RoutedOperation) => path.replace(/:(\w+)/g, '{$1}')

const shown = (one: RoutedOperation) =>
  `${one.method} ${pathOf(one)}${one.requiredQuery === undefined ? '' : `?${one.requiredQuery}=`}`

function who({ access, alternateAccess }: Guarded): string {
  if (access === 'public') return 'none, no token'
  if (access === 'client') return 'any client'
  if (typeof access !== 'number') return access
  return [access, alternateAccess].flatMap((id) => (id ? `${id} ${permissionName(id)}` : [])).join(' or ')
}
