import { z } from 'zod'
import { flag, id, optional, requiredText } from './core/fields.ts'
import { defineService } from './core/operation.ts'

const clientId = () =>
  requiredText(64)
    .regex(/^[\w.~-]*$/, 'must hold letters, digits and . _ ~ - only.')
    .meta({ description: 'Client id' })
const groupName = () => requiredText(64).meta({ description: 'Group name' })
const securityIds = () =>
  z.array(id(), 'must be a list of integers.').meta({ description: 'SecurityIDs or report ids' })
const warehouses = () =>
  z
    .union([z.literal('all'), z.array(id())], 'must be "all" or a list of warehouse ids.')
    .meta({ description: 'Warehouse ids, or "all"; an empty list is none' })

const Group = z.object({ name: z.string(), permissions: z.array(z.int()), reports: z.array(z.int()) })
const Client = z.object({
  clientId: z.string(),
  group: z.string(),
  warehouses: warehouses(),
  readOnly: z.boolean(),
  active: z.boolean(),
})
const Credentials = z.object({ client_id: z.string(), client_secret: z.string() })
const VerificationKey = z.object({ kid: z.string(), publicKeyPem: z.string() })

/** What a client may do; `version` grows with every change, so that a live token can be told to be outdated. */
export const RightsChange = z.object({
  clientId: z.string(),
  version: z.int(),
  permissions: z.array(z.int()),
  warehouses: warehouses(),
  readOnly: z.boolean(),
  active: z.boolean(),
})
export type RightsChange = z.output<typeof RightsChange>

/** Clients, groups, tokens and the keys that sign them. */
export const auth = defineService('auth', {
  issueToken: {
    summary: 'Get a bearer token with the client-credentials grant',
    description:
      'Client id and secret come in the form or by HTTP Basic, not both. When the token has expired, get another one.',
    route: 'POST /Token',
    access: 'public',
    effect: 'read',
    body: 'form',
    input: z.object({
      grant_type: requiredText(64).meta({ description: 'The value client_credentials' }),
      client_id: requiredText(255).meta({ description: 'Client id; HTTP Basic serves as well' }),
      client_secret: requiredText(255).meta({ description: 'Client secret; HTTP Basic serves as well' }),
    }),
    output: z
      .object({
        access_token: z.string().meta({ description: 'Bearer token for the Authorization header' }),
        token_type: z.literal('bearer').meta({ description: 'Token type' }),
        expires_in: z.int().meta({ description: 'Seconds until the token expires' }),
      })
      .meta({ id: 'Token', description: 'An access token (RFC 6749, 5.1)' }),
    errors: [],
    messages: {
      bad_request: ['The grant_type must be client_credentials.'],
      unauthorized: ['Client authentication failed.'],
    },
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  },
  getTokenVerification: {
    summary: 'What tokens are verified with: the public keys, and the rights changed after a cursor',
    access: 'service',
    effect: 'read',
    input: z.object({ after: z.int().min(0) }),
    output: z.object({ keys: z.array(VerificationKey), cursor: z.int(), changes: z.array(RightsChange) }),
    errors: [],
  },
  getRights: {
    summary: 'What clients may do now; those that do not exist are left out',
    access: 'service',
    effect: 'read',
    input: z.object({ clientIds: z.array(z.string()) }),
    output: z.object({ rights: z.array(RightsChange) }),
    errors: [],
  },
  createGroup: {
    summary: 'Create a group of clients with the same permissions',
    command: 'group create',
    access: 'operator',
    effect: 'write',
    input: z.object({ name: groupName(), permissions: securityIds(), reports: optional(securityIds()) }),
    output: Group,
    errors: ['conflict'],
  },
  updateGroup: {
    summary: 'Change the permissions of a group; takes hold of live tokens within 5 s',
    command: 'group update',
    access: 'operator',
    effect: 'write',
    input: z.object({ name: groupName(), permissions: optional(securityIds()), reports: optional(securityIds()) }),
    output: Group,
    errors: ['not_found'],
  },
  listGroups: {
    summary: 'List the groups',
    command: 'group list',
    access: 'operator',
    effect: 'read',
    input: z.object({}),
    output: z.array(Group),
    errors: [],
  },
  createClient: {
    summary: 'Create a client; its secret is shown this once',
    command: 'client create',
    access: 'operator',
    effect: 'write',
    input: z.object({
      clientId: clientId(),
      group: groupName(),
      warehouses: warehouses(),
      readOnly: optional(flag()).meta({ description: 'Allow no writes' }),
    }),
    output: Credentials,
    errors: ['conflict'],
  },
  listClients: {
    summary: 'List the clients',
    command: 'client list',
    access: 'operator',
    effect: 'read',
    input: z.object({}),
    output: z.array(Client),
    errors: [],
  },
  getClient: {
    summary: 'Show one client',
    command: 'client show',
    access: 'operator',
    effect: 'read',
    input: z.object({ clientId: clientId() }),
    output: Client,
    errors: ['not_found'],
  },
  updateClient: {
    summary: "Change a client's group, warehouses or read-only mark",
    command: 'client update',
    access: 'operator',
    effect: 'write',
    input: z.object({
      clientId: clientId(),
      group: optional(groupName()),
      warehouses: optional(warehouses()),
      readOnly: optional(flag()).meta({ description: 'Allow no writes' }),
    }),
    output: Client,
    errors: ['not_found'],
  },
  disableClient: {
    summary: 'Refuse a client, its live tokens included',
    command: 'client disable',
    access: 'operator',
    effect: 'write',
    input: z.object({ clientId: clientId() }),
    output: Client,
    errors: ['not_found'],
  },
  enableClient: {
    summary: 'Let a disabled client in again',
    command: 'client enable',
    access: 'operator',
    effect: 'write',
    input: z.object({ clientId: clientId() }),
    output: Client,
    errors: ['not_found'],
  },
  rotateClientSecret: {
    summary: "Replace a client's secret; the new one is shown this once",
    command: 'client rotate-secret',
    access: 'operator',
    effect: 'write',
    input: z.object({ clientId: clientId() }),
    output: Credentials,
    errors: ['not_found'],
  },
  rotateSigningKey: {
    summary: 'Sign with a new key; tokens of the previous key stay valid until they expire',
    command: 'key rotate',
    access: 'operator',
    effect: 'write',
    input: z.object({}),
    output: z.object({ kid: z.string() }),
    errors: [],
  },
})
