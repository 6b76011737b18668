import { z } from 'zod'
import { LOOPBACK } from '../http/request-url.ts'

const ENTRY = /^(.+)=([\w.~-]{1,64})$/

/** Plain http is for a provider on this machine, as in tests. */
const mayBeIssuer = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK.test(hostname)
}

const clientTable = z.string().transform((text, context): readonly ClientOfValue[] => {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry.trim()))
  const table = entries.flatMap((entry) => (entry ? [{ value: entry[1] ?? '', clientId: entry[2] ?? '' }] : []))
  if (table.length === entries.length) return table
  context.addIssue({ code: 'custom', message: 'must be like `staff=client-a,approvers=client-b`' })
  return z.NEVER
})

/** Variables of the gateway for signing in by OpenID Connect. */
export const providerVariables = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(mayBeIssuer, 'must have https, except on this machine')
    .optional()
    .meta({
      description: 'Identity provider (OpenID Connect) by which people sign in to the console; without it by secrets',
    }),
  OIDC_CLIENT_ID: z.string().optional().meta({ description: 'Id of the console at the identity provider' }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({ description: 'Secret of the console at the identity provider' }),
  OIDC_CLIENTS: clientTable.optional().meta({
    description:
      'Which client a person works with, by values of the claim: `staff=client-a,approvers=client-b`; ' +
      'the first entry that the person has counts',
  }),
  OIDC_CLAIM: z.string().default('groups').meta({
    description: 'Claim with the values, or its path: `groups`, `realm_access.roles`; `email` needs `email_verified`',
  }),
  OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must have openid')
    .default('openid profile email')
    .meta({ description: 'Scope that the console asks for' }),
  OIDC_NAME: z.string().max(40).optional().meta({
    description: "Name of the identity provider on the console's button; its host by default",
  }),
  OIDC_SECRETS: z.enum(['on', 'off']).default('on').meta({
    description: "Whether people may also sign in with a client's secret while there is an identity provider",
  }),
}

/** A person who has the value of the claim works with the client. */
export interface ClientOfValue {
  readonly value: string
  readonly clientId: string
}

/** An identity provider, and what its persons may do. */
export type ProviderSettings = Readonly<NonNullable<ReturnType<typeof toProviderSettings>>>

/** undefined without an issuer; throws for one without the rest. */
export function toProviderSettings(variables: z.output<z.ZodObject<typeof providerVariables>>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  const { OIDC_CLIENTS: clients, OIDC_NAME, OIDC_SCOPE: scope, OIDC_CLAIM: claim, OIDC_SECRETS } = variables
  if (issuer === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined || clients === undefined)
    throw new Error(
      'The environment is not valid:\n' +
        '  OIDC_ISSUER: needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENTS beside it',
    )
  const name = OIDC_NAME ?? new URL(issuer).host
  return { issuer, clientId, clientSecret, scope, claim, clients, name, allowsSecrets: OIDC_SECRETS === 'on' }
}
