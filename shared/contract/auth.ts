import { z } from 'zod'
import { clientManagement } from './client-management.ts'
import { clientId, clients, warehouses } from './clients.ts'
import { operatorWrite, Person, serviceRead } from './core/access.ts'
import { namedRecord, requiredText } from './core/fields.ts'
import { defineService } from './core/operation.ts'
import { findOutcome } from './core/outcomes.ts'
import { status } from './core/status.ts'

const Token = namedRecord('Token', 'An access token (RFC 6749, 5.1)', {
  access_token: z.string().meta({ description: 'Bearer token for the Authorization header' }),
  token_type: z.literal('bearer').meta({ description: 'Token type' }),
  expires_in: z.int().meta({ description: 'Seconds until the token expires' }),
})
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
    messages: {
      bad_request: ['The grant_type must be client_credentials.'],
      unauthorized: ['Client authentication failed.'],
    },
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  },
  issuePersonToken: {
    summary: 'Get the gateway a token of a client for a person whom an identity provider has verified',
    ...serviceRead,
    confidential: true,
    input: z.object({ clientId: clientId(), person: Person }),
    output: Token,
    errors: ['not_found'],
  },
  getTokenVerification: {
    summary: 'Get the public keys of tokens, and the rights that changed after a cursor',
    ...serviceRead,
    input: z.object({ after: z.int().min(0) }),
    output: z.object({ keys: z.array(VerificationKey), cursor: z.int(), changes: z.array(RightsChange) }),
  },
  getRights: {
    summary: 'Get the current rights of clients; unknown clients are left out',
    ...serviceRead,
    input: z.object({ clientIds: z.array(z.string()) }),
    output: z.object({ rights: z.array(RightsChange) }),
  },
  ...clients,
  ...clientManagement,
  status: status('auth'),
  findOutcome: findOutcome('Get the outcome of a write on clients, without secrets; null if there is none'),
  rotateSigningKey: {
    summary: 'Sign with a new key; tokens of the previous key stay valid until they expire',
    command: 'key rotate',
    ...operatorWrite,
    input: z.object({}),
    output: z.object({ kid: z.string() }),
  },
})
