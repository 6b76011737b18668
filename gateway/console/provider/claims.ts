import type { Person } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { actor } from '../../../shared/contract/core/fields.ts'
import type { ProviderSettings } from './settings.ts'

/** What a provider says of a person: the claims of the ID token and of its UserInfo. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Claims that may hold a person's name, the best one first (OpenID Connect Core, 5.1). */
const NAMES = ['name', 'preferred_username', 'email', 'sub']
const MAX_NAME = 64
/** But for joiners, which some scripts need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu
const name = actor()

export function toPerson(issuer: string, claims: Claims): Person {
  const named = NAMES.map((claim) => toName(claims[claim])).find((one) => one !== undefined)
  return { issuer, subject: claims.sub, name: named ?? 'Unnamed' }
}

/** A name as the ledger takes it: what nobody sees is left out, and what is too long is cut. */
function toName(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined
  const { data } = name.safeParse(cut(claim.replace(INVISIBLE, '').trim(), MAX_NAME))
  return data
}

/** Cut between characters, none of which is halved. */
function cut(text: string, length: number): string {
  let left = ''
  for (const character of text) {
    if (left.length + character.length > length) break
    left += character
  }
  return left
}

/** The client that the person works with; 403 if the table has none of the person's values, or the value is not verified. */
export function clientOf(
  { claim, clients }: Pick<ProviderSettings, 'claim' | 'clients'>,
  claims: Claims,
  person: Person,
): string {
  // A person may be able to type any address at the provider (OpenID Connect Core, 5.7).
  if (claim === 'email' && claims.email_verified !== true)
    throw new AppError(
      'forbidden',
      `The identity provider has not verified the address of ${person.name} (email_verified). Ask the operator.`,
    )
  const values = valuesOf(claims[claim] ?? atPath(claims, claim))
  const entry = clients.find(({ value }) => values.includes(value))
  if (entry) return entry.clientId
  throw new AppError(
    'forbidden',
    `The identity provider has verified ${person.name}, but nobody has said what that person may do here: ` +
      `no value of the claim ${claim} belongs to a client. Ask the operator.`,
  )
}

/** `realm_access.roles`: a claim within another one. */
const atPath = (claims: Claims, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, step) => (Object.hasOwn(Object(found), step) ? Object(found)[step] : undefined), claims)

const valuesOf = (claim: unknown): readonly unknown[] => (Array.isArray(claim) ? claim : [claim])
