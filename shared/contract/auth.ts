import { z } from 'zod'
import { permissionId, permissionName, permissions } from './core/access.ts'
import { flag, id, optional, requiredText } from './core/fields.ts'
import { defineService } from './core/operation.ts'
import { pageOf, pageQuery } from './core/paging.ts'
import { Person } from './core/person.ts'
import { status } from './core/status.ts'

const clientId = () =>
  requiredText(64)
    .regex(/^[\w.~-]*$/, 'must hold letters, digits and . _ ~ - only.')
    .meta({ description: 'Client id' })
const groupName = () => requiredText(64).meta({ description: 'Group name' })
/** Names become SecurityIDs, so that operators need not know the numbers. */
const namedPermission = z.string().transform((name, context) => {
  const found = permissionId(name)
  if (found !== undefined) return found
  context.issues.push({ code: 'custom', message: 'is not the name of a permission.', input: name })
  return z.NEVER
})
/** A number that is no permission would look as if it allowed something. */
const knownId = id().refine((securityId) => permissionName(securityId) !== undefined)
const securityIds = () =>
  z
    .array(
      z.union([knownId, namedPermission], 'must hold SecurityIDs or names of permissions only.'),
      'must be a list of SecurityIDs or names of permissions.',
    )
    .meta({ description: 'Permissions by SecurityID or name, such as 11 or item-master-list' })
const reportIds = () => z.array(id(), 'must be a list of integers.').meta({ description: 'Report ids' })
const warehouses = () =>
  z
    .union([z.literal('all'), z.array(id())], 'must be "all" or a list of warehouse ids.')
    .meta({ description: 'Warehouse ids, or "all"; an empty list is none' })
const readOnly = () => optional(flag()).meta({ description: 'Refuse all writes of the client' })

const granted = () => z.array(z.int()).meta({ description: 'SecurityIDs of the permissions' })
const Group = z
  .object({
    name: z.string().meta({ description: 'Name' }),
    permissions: granted(),
    reports: z.array(z.int()).meta({ description: 'Report ids' }),
  })
  .meta({ id: 'Group', description: 'The permissions of the clients in it' })
const Client = z
  .object({
    clientId: z.string().meta({ description: 'Client id' }),
    group: z.string().meta({ description: 'Name of its group' }),
    permissions: granted(),
    warehouses: warehouses(),
    readOnly: z.boolean().meta({ description: 'Whether its writes are refused' }),
    active: z.boolean().meta({ description: 'Whether it may do anything at all' }),
  })
  .meta({ id: 'Client', description: 'A client and what it may do; never its secret' })
const Credentials = z.object({ client_id: z.string(), client_secret: z.string() })
const Token = z
  .object({
    access_token: z.string().meta({ description: 'Bearer token for the Authorization header' }),
    token_type: z.literal('bearer').meta({ description: 'Token type' }),
    expires_in: z.int().meta({ description: 'Seconds until the token expires' }),
  })
  .meta({ id: 'Token', description: 'An access token (RFC 6749, 5.1)' })
const VerificationKey = z.object({ kid: z.string(), publicKeyPem: z.string() })

/** Rights of a client. `version` grows with every change, so that a token with older rights can be recognized. */
export const RightsChange = z.object({
  clientId: z.string(),
  version: z.int(),
  permissions: z.array(z.int()),
  // Auth of 1.2.0 does not send them.
  reports: z.array(z.int()).default([]),
  warehouses: warehouses(),
  readOnly: z.boolean(),
  active: z.boolean(),
})
export type RightsChange = z.output<typeof RightsChange>

const operatorWrite = { access: 'operator', effect: 'write' } as const
const listed = { access: permissions.readClients, effect: 'read', errors: [], paged: true, example: {} } as const
const { modifiedSince: _, ...groupQuery } = pageQuery()
const operatorRead = { access: 'operator', effect: 'read' } as const
const ofClient = { input: z.object({ clientId: clientId() }), errors: ['not_found'] } as const

/** Clients, groups, tokens and the keys that sign them. */
export const auth = defineService('auth', {
  issueToken: {
    summary: 'Get a bearer token with the client-credentials grant',
    description:
      'Send client id and secret in the form or by HTTP Basic, not both. When the token has expired, get another one.',
    route: 'POST /Token',
    access: 'public',
    effect: 'read',
    confidential: true,
    body: 'form',
    input: z.object({
      grant_type: requiredText(64).meta({ description: 'The value client_credentials' }),
      client_id: requiredText(255).meta({ description: 'Client id, unless it is sent by HTTP Basic' }),
      client_secret: requiredText(255).meta({ description: 'Client secret, unless it is sent by HTTP Basic' }),
    }),
    output: Token,
    errors: [],
    messages: {
      bad_request: ['The grant_type must be client_credentials.'],
      unauthorized: ['Client authentication failed.'],
    },
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  },
  issuePersonToken: {
    summary: 'Get the gateway a token of a client for a person whom an identity provider has verified',
    access: 'service',
    effect: 'read',
    confidential: true,
    input: z.object({ clientId: clientId(), person: Person }),
    output: Token,
    errors: ['not_found'],
  },
  getTokenVerification: {
    summary: 'Get the public keys of tokens, and the rights that changed after a cursor',
    access: 'service',
    effect: 'read',
    input: z.object({ after: z.int().min(0) }),
    output: z.object({ keys: z.array(VerificationKey), cursor: z.int(), changes: z.array(RightsChange) }),
    errors: [],
  },
  getRights: {
    summary: 'Get the current rights of clients; unknown clients are left out',
    access: 'service',
    effect: 'read',
    input: z.object({ clientIds: z.array(z.string()) }),
    output: z.object({ rights: z.array(RightsChange) }),
    errors: [],
  },
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
  status: status('auth'),
  rotateSigningKey: {
    summary: 'Sign with a new key; tokens of the previous key stay valid until they expire',
    command: 'key rotate',
    ...operatorWrite,
    input: z.object({}),
    output: z.object({ kid: z.string() }),
    errors: [],
  },
})
