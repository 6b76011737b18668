import { expect, test } from 'vitest'
import { clientOf, toPerson } from '../../../gateway/sessions/claims.ts'
import { providerVariables, toProviderSettings } from '../../../gateway/sessions/provider-settings.ts'
import { readEnv } from '../../../shared/process/env.ts'

const complete = {
  OIDC_ISSUER: 'https://idp.example/realms/stock',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'a-secret',
  OIDC_CLIENTS: 'approvers=client-b, /staff=with=sign=client-a',
}
const read = (env: NodeJS.ProcessEnv) => toProviderSettings(readEnv(providerVariables, env))

test('without an issuer there is no provider; with one, what it needs is named', () => {
  expect(read({})).toBeUndefined()
  expect(read(complete)).toEqual({
    issuer: 'https://idp.example/realms/stock',
    clientId: 'console',
    clientSecret: 'a-secret',
    scope: 'openid profile email',
    claim: 'groups',
    clients: [
      { value: 'approvers', clientId: 'client-b' },
      { value: '/staff=with=sign', clientId: 'client-a' },
    ],
    name: 'idp.example',
    allowsSecrets: true,
  })
  expect(() => read({ OIDC_ISSUER: complete.OIDC_ISSUER })).toThrow('needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and')
})

test.each([
  [{ OIDC_ISSUER: 'http://idp.example' }, 'OIDC_ISSUER: must have https, except on this machine'],
  [{ OIDC_ISSUER: 'http://127.0.0.1.evil.example' }, 'OIDC_ISSUER: must have https'],
  [{ OIDC_CLIENTS: 'approvers' }, 'OIDC_CLIENTS: must be like'],
  [{ OIDC_CLIENTS: 'approvers=client-a,' }, 'OIDC_CLIENTS: must be like'],
  [{ OIDC_SCOPE: 'profile' }, 'OIDC_SCOPE: must have openid'],
])('%j is refused', (env, message) => {
  expect(() => read({ ...complete, ...env })).toThrow(message)
})

test('plain http is for a provider on this machine', () => {
  for (const issuer of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    expect(read({ ...complete, OIDC_ISSUER: issuer })).toMatchObject({ issuer })
})

test('the first entry of the table that a person has counts, also of a claim within another one', () => {
  const clients = [
    { value: 'approver', clientId: 'b' },
    { value: 'staff', clientId: 'a' },
  ]
  const of = (claim: string, claims: object) =>
    clientOf({ claim, clients }, { sub: '1', ...claims }, { issuer: 'i', subject: '1', name: 'Ada' })
  expect(of('groups', { groups: ['staff', 'approver'] })).toBe('b')
  expect(of('role', { role: 'staff' })).toBe('a')
  expect(of('realm_access.roles', { realm_access: { roles: ['staff'] } })).toBe('a')
  expect(of('https://idp/roles.of', { 'https://idp/roles.of': ['staff'] })).toBe('a')
  for (const groups of [[], 'staff,approver', { staff: true }, null, ['Staff']])
    expect(() => of('groups', { groups })).toThrow('no value of the claim groups belongs to a client')
  expect(() => of('constructor.name', {})).toThrow('belongs to a client')
})

test('an address counts only if the provider has verified it: a person may be able to type any', () => {
  const clients = [{ value: 'ada@example.com', clientId: 'a' }]
  const of = (claims: object) =>
    clientOf({ claim: 'email', clients }, { sub: '1', ...claims }, { issuer: 'i', subject: '1', name: 'Ada' })
  const email = 'ada@example.com'
  expect(of({ email, email_verified: true })).toBe('a')
  for (const claims of [{ email }, { email, email_verified: false }, { email, email_verified: 'true' }])
    expect(() => of(claims)).toThrow('has not verified the address of Ada')
})

test.each([
  [{ name: ' Łukasz\u202e Żak\u0000 ' }, 'Łukasz Żak'],
  [{ name: '', preferred_username: 'lukasz' }, 'lukasz'],
  [{ name: 7, email: 'l@example.com' }, 'l@example.com'],
  [{}, 'subject-1'],
  [{ name: `${'x'.repeat(63)}😀` }, 'x'.repeat(63)],
  [{ name: 'x'.repeat(70) }, 'x'.repeat(64)],
])('of the claims %j the name is %s', (claims, name) => {
  expect(toPerson('https://idp', { sub: 'subject-1', ...claims })).toEqual({
    issuer: 'https://idp',
    subject: 'subject-1',
    name,
  })
})
