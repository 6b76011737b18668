import type { ClientSession } from 'mongoose'
import type { ClientChanges, Registration } from '../../../shared/contract/client-management.ts'
import { type Caller, permissionName, permissions } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { ClientModel, ClientRecord } from './client.model.ts'
import { type Clients, type SeededCredentials, toClient, unknownClient } from './clients.ts'
import type { Groups } from './groups.ts'

/**
 * What clients with the permission Manage Clients do with others (docs/decisions/access.md#79). Rights are compared
 * with those that the caller has in the same transaction, whatever its token says; a refusal undoes what was done
 * before it.
 */
export function createClientManagement(records: ClientModel, clients: Clients, groups: Groups) {
  const find = (clientId: string, session: ClientSession) => records.findById(clientId, null, { session }).lean()

  const mustFind = async (clientId: string, session: ClientSession): Promise<ClientRecord> => {
    const client = await find(clientId, session)
    if (!client) throw unknownClient(clientId)
    return client
  }

  /** The present rights of the caller; undefined for the operator, who may do everything. */
  const heldBy = async (caller: Caller | undefined, session: ClientSession): Promise<Held | undefined> => {
    if (caller?.kind === 'operator') return undefined
    const own = caller?.kind === 'client' ? await find(caller.id, session) : null
    if (!own?.active || own.readOnly || !own.permissions.includes(permissions.manageClients))
      throw new AppError('forbidden', 'Insufficient permissions.')
    return own
  }

  const requireGivable = (held: Held | undefined, client: ClientRecord) => {
    const beyond = held ? rightsBeyond(held, client) : []
    if (beyond.length > 0)
      throw new AppError('forbidden', `Nobody gives rights that they do not have: ${beyond.map(describe).join(', ')}.`)
  }

  const requireNoMore = (held: Held | undefined, client: ClientRecord) => {
    if (held && rightsBeyond(held, client).length > 0)
      throw new AppError('forbidden', `Client ${client._id} may more than you.`)
  }

  /** Gives a client a group of its own, or changes the one of its name, which it may have left. */
  const changeOwnGroup = async (
    client: ClientRecord,
    changes: ClientChanges,
    session: ClientSession,
  ): Promise<void> => {
    const { _id: name, permissions, reports } = client
    const rights = {
      name,
      permissions: changes.permissions ?? [...permissions],
      reports: changes.reports ?? [...reports],
    }
    if (await records.exists({ group: name, _id: { $ne: name } }).session(session))
      throw new AppError('conflict', `Group ${name} has other clients too.`)
    if (await groups.exists(name, session)) await groups.update(rights, session)
    else await groups.create(rights, session)
  }

  return {
    async register(input: Registration, caller: Caller | undefined, session: ClientSession) {
      const { clientId, permissions: own, reports, group = clientId, warehouses = [], readOnly } = input
      const held = await heldBy(caller, session)
      if (own) await groups.create({ name: clientId, permissions: own, reports }, session)
      const { seed } = await clients.create({ clientId, group, warehouses, readOnly }, session)
      const made = await mustFind(clientId, session)
      requireGivable(held, made)
      return { ...toClient(made), seed }
    },

    async change(input: ClientChanges, caller: Caller | undefined, session: ClientSession) {
      const { clientId, permissions: own, reports, group, active, ...others } = input
      const held = await heldBy(caller, session)
      if (caller?.kind === 'client' && caller.id === clientId)
        throw new AppError('forbidden', 'Nobody changes their own rights.')
      const before = await mustFind(clientId, session)
      requireNoMore(held, before)
      if (own ?? reports) await changeOwnGroup(before, input, session)
      await clients.update({ clientId, ...others, group: (own ?? reports) ? clientId : group }, session)
      if (active !== undefined) await clients.setActive(clientId, active, session)
      const after = await mustFind(clientId, session)
      requireGivable(held, after)
      return toClient(after)
    },

    async replaceSecret(
      clientId: string,
      caller: Caller | undefined,
      session: ClientSession,
    ): Promise<SeededCredentials> {
      const held = await heldBy(caller, session)
      requireNoMore(held, await mustFind(clientId, session))
      return clients.rotateSecret(clientId, session)
    },
  }
}

const describe = ({ kind, id }: Right) => {
  const name = kind === 'permission' && typeof id === 'number' ? permissionName(id) : undefined
  return `${kind} ${id}${name === undefined ? '' : ` (${name})`}`
}

/** What a client may, as long as it is active. */
type Held = Pick<ClientRecord, 'permissions' | 'reports' | 'warehouses'>

interface Right {
  readonly kind: 'permission' | 'report' | 'warehouse'
  readonly id: number | 'all'
}

/** The rights of another client that the client does not hold. A client that may run all reports may run each. */
function rightsBeyond(own: Held, other: Held): Right[] {
  const beyond = (kind: Right['kind'], has: readonly number[] | 'all', wanted: readonly number[] | 'all'): Right[] => {
    if (has === 'all') return []
    if (wanted === 'all') return [{ kind, id: 'all' }]
    return wanted.filter((id) => !has.includes(id)).map((id) => ({ kind, id }))
  }
  const runsAll = own.permissions.includes(permissions.allReports)
  return [
    ...beyond('permission', own.permissions, other.permissions),
    ...beyond('report', runsAll ? 'all' : (own.reports ?? []), other.reports ?? []),
    ...beyond('warehouse', own.warehouses, other.warehouses),
  ]
}
