import { z } from 'zod'
import { actor } from './fields.ts'

/**
 * A person whom an identity provider has verified (docs/decisions/access.md#76). Issuer and subject are one person,
 * for ever.
 */
export const Person = z.object({
  /** Address of the provider. */
  issuer: z.string().min(1).max(255),
  /** The provider's id of the person: at most 255 characters (OpenID Connect Core, 2). */
  subject: z.string().min(1).max(255),
  /** For people to read; several persons may have the same, and one may get another. */
  name: actor(),
})
export type Person = Readonly<z.output<typeof Person>>

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.issuer === other.issuer && one.subject === other.subject
