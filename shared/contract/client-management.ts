import { z } from 'zod'
import { Client, clientId, groupName, readOnly, reportIds, securityIds, warehouses } from './clients.ts'
import { permissions } from './core/access.ts'
import { across, flag, optional } from './core/fields.ts'
import { newName } from './core/identifiers.ts'
import type { Spec } from './core/operation.ts'

const secretOnce = () =>
  z.string().optional().meta({
    description: 'The secret, shown only here: absent from the response to a repeat under the same Idempotency-Key',
  })

const ofGroup = {
  group: optional(groupName()).meta({ description: 'Name of a group that exists, whose rights it gets' }),
  permissions: optional(securityIds()).meta({
    description: 'Permissions by SecurityID or name, in a group of its own that is named after the client',
  }),
  reports: optional(reportIds()).meta({ description: 'Ids of the reports that it may run, in that group' }),
}

/** The rights are those of a group, or its own. */
const refuseBoth = across<{ group?: unknown; permissions?: unknown; reports?: unknown }>(({ value, issues }) => {
  const { group, permissions: given, reports } = value
  const isGiven = (field: unknown) => field !== undefined && field !== null
  for (const [name, field] of Object.entries({ permissions: given, reports }))
    if (isGiven(group) && isGiven(field))
      issues.push({ code: 'custom', path: [name], message: 'must not be given with group.', input: value })
})
const requireOne = across<{ group?: unknown; permissions?: unknown }>(({ value, issues }) => {
  if ((value.group ?? value.permissions ?? undefined) === undefined)
    issues.push({ code: 'custom', path: ['permissions'], message: 'is required.', input: value })
})

const registration = z
  .object({
    clientId: newName('Client')
      .regex(/^[\w.~-]*$/, 'must hold letters, digits and . _ ~ - only.')
      .meta({ description: 'Client id' }),
    ...ofGroup,
    warehouses: optional(warehouses()).meta({ description: 'Warehouse ids, or "all"; none by default' }),
    readOnly: readOnly(),
  })
  .check(requireOne, refuseBoth)
const changes = z
  .object({
    clientId: clientId(),
    ...ofGroup,
    warehouses: optional(warehouses()).meta({
      description: 'Warehouse ids, or "all"; an empty list means no warehouse',
    }),
    readOnly: readOnly(),
    active: optional(flag()).meta({
      description: 'Whether it may do anything at all; its live tokens follow within 5 s',
    }),
  })
  .check(refuseBoth)
export type Registration = z.output<typeof registration>
export type ClientChanges = z.output<typeof changes>

const managed = { access: permissions.manageClients, effect: 'write' } as const
const secretly = {
  ...managed,
  confidential: true,
  isForAgents: false,
  headers: { 'Cache-Control': 'no-store' },
} as const
const BOUNDS =
  'Nobody gives rights that they do not have, nor changes who may more than they: permissions, reports and warehouses ' +
  'are those of the caller, or fewer.'
const missing = ['There is no client nobody.'] as const
const beyond = ['Nobody gives rights that they do not have: permission 95.'] as const

/** Clients that a client with the permission makes and changes, within its own rights (docs/decisions/access.md#79). */
export const clientManagement = {
  registerClient: {
    summary: 'Create a client; its secret is shown only once',
    description: `${BOUNDS} With \`permissions\` the client gets a group of its own.`,
    route: 'POST /Client',
    ...secretly,
    status: 201,
    input: registration,
    output: Client.extend({ clientSecret: secretOnce() }),
    messages: { forbidden: beyond, conflict: ['Client shop exists already.'] },
    example: { clientId: 'new-shop', permissions: [11, 'read-shipping-orders'], warehouses: [1] },
  },
  changeClient: {
    summary: "Change a client's rights, or disable or enable it; absent fields keep their values",
    description:
      `${BOUNDS} A client cannot change itself. With \`permissions\` or \`reports\` it leaves its group for one ` +
      'of its own.',
    route: 'PUT /Client/:clientId',
    ...managed,
    input: changes,
    output: Client,
    messages: {
      forbidden: [...beyond, 'Client shop may more than you.', 'Nobody changes their own rights.'],
      not_found: missing,
      conflict: ['Group shop has other clients too.'],
    },
    example: { clientId: 'new-shop', warehouses: [1] },
  },
  replaceClientSecret: {
    summary: "Replace a client's secret; the new one is shown only once",
    description: 'The old secret gets no token any more; tokens that it got stay valid until they expire.',
    route: 'POST /Client/:clientId/Secret',
    ...secretly,
    input: z.object({ clientId: clientId() }),
    output: z.object({ clientId: Client.shape.clientId, clientSecret: secretOnce() }),
    messages: { forbidden: ['Client shop may more than you.'], not_found: missing },
    example: { clientId: 'new-shop' },
  },
} as const satisfies Record<string, Spec>
