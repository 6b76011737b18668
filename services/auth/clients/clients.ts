import type { ClientSession } from 'mongoose'
import type { auth } from '../../../shared/contract/auth.ts'
import { AppError, validationError } from '../../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { refuseDuplicate } from '../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import type { ClientModel, ClientRecord } from './client.model.ts'
import type { GroupModel } from './groups.ts'
import type { RightsVersions } from './rights.ts'
import { type Secrets, toDigest } from './secrets.ts'

type Client = Output<typeof auth.getClient>
const sortable = ['clientId', 'group', 'readOnly', 'active'] as const
type Changes = Partial<Pick<ClientRecord, 'group' | 'permissions' | 'reports' | 'warehouses' | 'readOnly' | 'active'>>

/** A client's new secret in the form that may be stored; secrets.ts derives the secret from it. */
export interface SeededCredentials {
  readonly clientId: string
  readonly seed: string
}

/**
 * Clients, their secrets and rights (docs/decisions/access.md#10). Each change of rights gets a version in its
 * transaction.
 */
export function createClients(clients: ClientModel, groups: GroupModel, rights: RightsVersions, secrets: Secrets) {
  const rightsOf = async (group: string, session: ClientSession) => {
    const found = await groups.findById(group, null, { session }).lean()
    if (!found) throw validationError({ group: [`The field group must name an existing group.`] })
    return { group, permissions: found.permissions, reports: found.reports }
  }

  const change = async (clientId: string, changes: Changes, session: ClientSession) => {
    const marked = { ...changes, ...(await rights.nextVersion(session)) }
    const changed = await clients
      .findByIdAndUpdate(clientId, { $set: marked }, { session, returnDocument: 'after' })
      .lean()
    if (!changed) throw unknownClient(clientId)
    return toClient(changed)
  }

  return {
    async create(input: Input<typeof auth.createClient>, session: ClientSession): Promise<SeededCredentials> {
      const { clientId, group, warehouses, readOnly = false } = input
      const seed = secrets.newSeed()
      const client: ClientRecord = {
        _id: clientId,
        ...(await rightsOf(group, session)),
        warehouses: distinct(warehouses),
        readOnly,
        active: true,
        secretDigest: toDigest(secrets.fromSeed(seed)),
        ...(await rights.nextVersion(session)),
      }
      await clients.create([client], { session }).catch(refuseDuplicate(`Client ${clientId} exists already.`))
      return { clientId, seed }
    },

    async update(input: Input<typeof auth.updateClient>, session: ClientSession): Promise<Client> {
      const { clientId, group, warehouses, readOnly } = input
      const changes = {
        ...(group !== undefined && (await rightsOf(group, session))),
        ...(warehouses !== undefined && { warehouses: distinct(warehouses) }),
        ...(readOnly !== undefined && { readOnly }),
      }
      return change(clientId, changes, session)
    },

    /** Disables a client together with its valid tokens, or enables it. Throws 404. */
    setActive(clientId: string, active: boolean, session: ClientSession): Promise<Client> {
      return change(clientId, { active }, session)
    },

    /** Replaces the secret; tokens issued for the old one stay valid. Throws 404. */
    async rotateSecret(clientId: string, session: ClientSession): Promise<SeededCredentials> {
      const seed = secrets.newSeed()
      const secretDigest = toDigest(secrets.fromSeed(seed))
      const { matchedCount } = await clients.updateOne({ _id: clientId }, { $set: { secretDigest } }, { session })
      if (matchedCount === 0) throw unknownClient(clientId)
      return { clientId, seed }
    },

    async get(clientId: string): Promise<Client> {
      const client = await clients.findById(clientId).lean()
      if (!client) throw unknownClient(clientId)
      return toClient(client)
    },

    async list(query: PageQuery) {
      const { modifiedSince } = query
      const filter = modifiedSince ? { changed: { $gte: new Date(modifiedSince) } } : {}
      const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'clientId', direction: 1 } as const)
      const sort = { [field === 'clientId' ? '_id' : field]: direction, _id: direction }
      const { totalCount, found } = await readCountedPage<ClientRecord>(clients, { filter, sort }, query)
      return toPage(found.map(toClient), totalCount, query)
    },

    /** The stored record, for issuing a token; null for an unknown client. */
    find: (clientId: string) => clients.findById(clientId).lean(),
  }
}

export type Clients = ReturnType<typeof createClients>

function distinct(warehouses: 'all' | number[]): 'all' | number[] {
  return warehouses === 'all' ? 'all' : [...new Set(warehouses)]
}

export function unknownClient(clientId: string): AppError {
  return new AppError('not_found', `There is no client ${clientId}.`)
}

export function toClient({ _id: clientId, group, permissions, warehouses, readOnly, active }: ClientRecord): Client {
  const rights = {
    permissions: [...permissions],
    warehouses: warehouses === 'all' ? ('all' as const) : [...warehouses],
  }
  return { clientId, group, ...rights, readOnly, active }
}
