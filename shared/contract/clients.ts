import { z } from 'zod'
import { operatorRead, operatorWrite, permissionId, permissionName, permissions } from './core/access.ts'
import { flag, id, namedRecord, optional, requiredText } from './core/fields.ts'
import type { Spec } from './core/operation.ts'
import { pageOf, pageQuery } from './core/paging.ts'

export const clientId = () =>
  requiredText(64)
    .regex(/^[\w.~-]*$/, 'must hold letters, digits and . _ ~ - only.')
    .meta({ description: 'Client id' })
export const groupName = () => requiredText(64).meta({ description: 'Group name' })
/** Names become SecurityIDs, so that operators need not know the numbers. */
const namedPermission = z.string().transform((name, context) => {
  const found = permissionId(name)
  if (found !== undefined) return found
  context.issues.push({ code: 'custom', message: 'is not the name of a permission.', input: name })
  return z.NEVER
})
/** A number that is not a permission would look as if it allowed something. */
const KNOWN = 'must hold SecurityIDs or names of permissions only.'
const knownId = id().refine((securityId) => permissionName(securityId) !== undefined, KNOWN)
export const securityIds = () =>
  z
    .array(z.union([knownId, namedPermission], KNOWN), 'must be a list of SecurityIDs or names of permissions.')
    .meta({ description: 'Permissions by SecurityID or name, such as 11 or item-master-list' })
export const reportIds = () => z.array(id(), 'must be a list of integers.').meta({ description: 'Report ids' })
export const warehouses = () =>
  z
    .union([z.literal('all'), z.array(id())], 'must be "all" or a list of warehouse ids.')
    .meta({ description: 'Warehouse ids, or "all"; an empty list means no warehouse' })
export const readOnly = () => optional(flag()).meta({ description: 'Refuse all writes of the client' })

const granted = () => z.array(z.int()).meta({ description: 'SecurityIDs of the permissions' })
const Group = namedRecord('Group', 'The permissions of the clients in it', {
  name: z.string().meta({ description: 'Name' }),
  permissions: granted(),
  reports: z.array(z.int()).meta({ description: 'Report ids' }),
})
export const Client = namedRecord('Client', 'A client and what it may do; never its secret', {
  clientId: z.string().meta({ description: 'Client id' }),
  group: z.string().meta({ description: 'Name of its group' }),
  permissions: granted(),
  warehouses: warehouses(),
  readOnly: z.boolean().meta({ description: 'Whether its writes are refused' }),
  active: z.boolean().meta({ description: 'Whether it may do anything at all' }),
})
const Credentials = z.object({ client_id: z.string(), client_secret: z.string() })

const listed = { access: permissions.readClients, effect: 'read', paged: true, example: {} } as const
const { modifiedSince: _, ...groupQuery } = pageQuery()
const ofClient = { input: z.object({ clientId: clientId() }), errors: ['not_found'] } as const

/** Groups, and clients with their secrets, as the operator makes them and clients read them. */
export const clients = {
  createGroup: {
    summary: 'Create a group of clients with the same permissions',
    command: 'group create',
    ...operatorWrite,
    input: z.object({ name: groupName(), permissions: securityIds(), reports: optional(reportIds()) }),
    output: Group,
    errors: ['conflict'],
  },
  updateGroup: {
    summary: 'Change the permissions or reports of a group; live tokens follow within 5 s',
    command: 'group update',
    ...operatorWrite,
    input: z.object({ name: groupName(), permissions: optional(securityIds()), reports: optional(reportIds()) }),
    output: Group,
    errors: ['not_found'],
  },
  listGroups: {
    summary: 'List the groups',
    route: 'GET /Group',
    command: 'group list',
    ...listed,
    input: z.object(groupQuery),
    output: pageOf(Group),
  },
  createClient: {
    summary: 'Create a client; its secret is shown only once',
    command: 'client create',
    ...operatorWrite,
    confidential: true,
    input: z.object({ clientId: clientId(), group: groupName(), warehouses: warehouses(), readOnly: readOnly() }),
    output: Credentials,
    errors: ['conflict'],
  },
  listClients: {
    summary: 'List the clients, without their secrets',
    route: 'GET /Client',
    command: 'client list',
    ...listed,
    input: z.object(pageQuery()),
    output: pageOf(Client),
  },
  getClient: { summary: 'Show one client', command: 'client show', ...operatorRead, ...ofClient, output: Client },
  updateClient: {
    summary: "Change a client's group, warehouses or read-only mark",
    command: 'client update',
    ...operatorWrite,
    input: z.object({
      clientId: clientId(),
      group: optional(groupName()),
      warehouses: optional(warehouses()),
      readOnly: readOnly(),
    }),
    output: Client,
    errors: ['not_found'],
  },
  disableClient: {
    summary: 'Disable a client; its live tokens are refused too',
    command: 'client disable',
    ...operatorWrite,
    ...ofClient,
    output: Client,
  },
  enableClient: {
    summary: 'Enable a disabled client',
    command: 'client enable',
    ...operatorWrite,
    ...ofClient,
    output: Client,
  },
  rotateClientSecret: {
    summary: "Replace a client's secret; the new one is shown only once",
    command: 'client rotate-secret',
    ...operatorWrite,
    confidential: true,
    ...ofClient,
    errors: ['not_found', 'conflict'],
    output: Credentials,
  },
} as const satisfies Record<string, Spec>
