import { z } from 'zod'
import { families } from '../../names/families.ts'
import { text } from './fields.ts'

/** Characters that nobody sees, or takes for the plain space. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u
const PLAIN = 'must not contain invisible characters, nor spaces other than the plain one.'
const COMPOSED = 'must be in Unicode Normalization Form C.'

/** Why a text that names something would not be found again by whoever reads and types it; undefined if it would. */
export function whyUnreadable(value: string): string | undefined {
  if (UNSEEN.test(value)) return PLAIN
  return value.normalize('NFC') === value ? undefined : COMPOSED
}

/** Path segments that URLs drop or resolve, and the name of a list in every family. */
const NEVER: ReadonlySet<string> = new Set(['.', '..', 'All'])
const literals = new Map<string, Set<string>>()

/** Remembers the second segment of a route, unless it is a parameter: a record of that name could not be reached. */
export function addLiteralPath(route: string): void {
  const [family = '', segment = ''] = route.replace(/^\w+ \//, '').split(/[/?]/)
  if (segment && !segment.startsWith(':')) literals.set(family, new Set([...(literals.get(family) ?? []), segment]))
}

const check = <T extends z.ZodType<string>>(field: T, why: (value: string) => string | undefined) =>
  field.check(
    z.superRefine((value: string, context) => {
      const message = why(value)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  )

/** The name of a bin; may be empty (docs/decisions/interface.md#4). */
export const newBinName = () => check(text(64), whyUnreadable)

/** Why paths of a family, one of these, do not find a record of this name; undefined if they do. */
export const whyUnreachable = (value: string, families: readonly string[]): string | undefined =>
  NEVER.has(value) || families.some((family) => literals.get(family)?.has(value))
    ? `must not be "${value}".`
    : whyUnreadable(value)

/**
 * The number or name of a record that is made, by which paths of its family, one of these, find it
 * (docs/decisions/interface.md#4).
 */
export const newName = (...families: readonly string[]) =>
  check(text(64).min(1, 'is required.'), (value) => whyUnreachable(value, families))

/** Families of documents whose numbers are unique over all of them (docs/decisions/documents.md#46). */
const paths = Object.values(families).map(({ path }) => path)

/** Whether paths of every family find a document of this number. */
export const isReachable = (number: string) => whyUnreachable(number, paths) === undefined
