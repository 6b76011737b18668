import { z } from 'zod'
import { type FamilyKey, families } from '../../names/families.ts'
import { type Guarded, permissions } from '../core/access.ts'
import { type ChangeKind, wholeChange } from '../core/change-kind.ts'
import { pageOf } from '../core/paging.ts'
import { documentQuery } from './document-inputs.ts'

type Allowed = Pick<Guarded, 'access' | 'alternateAccess'>

/** Whoever may read the documents of a family. */
export function readersOf(key: FamilyKey): Allowed {
  const [access, other] = families[key].reads
  return { access: permissions[access], ...(other !== undefined && { alternateAccess: permissions[other] }) }
}

/** What the names of a family say of its operations. */
export const namedOperations = (key: FamilyKey) => {
  const { path, command, writes } = families[key]
  return { path: `/${path}`, command, read: readersOf(key), write: { access: permissions[writes] } } as const
}

/** What the operations on one family of documents have in common. */
interface DocumentFamily<N extends z.ZodRawShape, R extends z.ZodType, O extends z.ZodType> {
  readonly path: `/${string}`
  /** The one field that names a document, in paths and in inputs. */
  readonly number: N
  /** Noun of the operator's commands; without it, there are none. */
  readonly command?: string
  readonly read: Allowed
  readonly write: Allowed
  /** A document in lists. */
  readonly record: R
  /** A document as the result of its reads and writes. */
  readonly result: O
  /** Message about a number that names nothing. */
  readonly unknown: string
  /** The number of a document of the demo data. */
  readonly example: Readonly<Record<keyof N, unknown>>
}

/**
 * What each operation on a family has besides its summary; an entry of the contract adds and overrides what is its own.
 * `conflicts` are examples of the messages that refuse it.
 */
export function documentOperations<N extends z.ZodRawShape, R extends z.ZodType, O extends z.ZodType>(
  family: DocumentFamily<N, R, O>,
) {
  const { path, number, command, read, write, record, result, unknown, example } = family
  const one = `${path}/:${Object.keys(number).join()}` as const
  const toCommand = (verb: string) => command !== undefined && { command: `${command} ${verb}` }
  /** Nothing but the number can be wrong. */
  const neverRefused = { messages: { not_found: [unknown] } } as const
  const ofOne = { input: z.object(number), output: result, example } as const

  /** Any write of one document. */
  const written = (...conflicts: readonly string[]) => {
    const messages = { not_found: [unknown], conflict: conflicts } as const
    return { ...write, effect: 'write', ...ofOne, messages } as const
  }

  return {
    written,
    neverRefused,
    /** Without its query. */
    list: { route: `GET ${path}`, ...read, effect: 'read', paged: true, output: pageOf(record) },
    get: { route: `GET ${one}`, ...toCommand('show'), ...read, effect: 'read', ...ofOne, ...neverRefused },
    /** A list below a document, such as its lines. */
    below: <P extends z.ZodType>(segment: string, part: P) =>
      ({
        route: `GET ${one}/${segment}`,
        ...read,
        effect: 'read',
        paged: true,
        input: z.object({ ...documentQuery(), ...number }),
        output: pageOf(part),
        ...neverRefused,
        example,
      }) as const,
    /** Without its input. */
    create: (...conflicts: readonly string[]) =>
      ({
        route: `POST ${path}`,
        ...write,
        effect: 'write',
        status: 201,
        output: result,
        messages: { conflict: conflicts },
      }) as const,
    update: (...conflicts: readonly string[]) =>
      ({ route: `PUT ${one}`, ...toCommand('update'), ...written(...conflicts) }) as const,
    /** A step in the life of a document, such as `Cancel`. */
    step: (name: string, ...conflicts: readonly string[]) =>
      ({ route: `POST ${one}/${name}`, ...toCommand(name.toLowerCase()), ...written(...conflicts) }) as const,
  } as const
}

type Given<T extends string, D extends z.ZodType, I extends z.ZodObject> = Pick<
  ChangeKind<T, D, D, I>,
  'name' | 'description' | 'types' | 'data' | 'ids' | 'toIds'
>

/** A kind of change that a family's documents have: its data is what the event has, for everybody who may read them. */
export const documentChange = <
  const K extends FamilyKey,
  const T extends `${K}.${string}`,
  D extends z.ZodType,
  I extends z.ZodObject,
>(
  key: K,
  given: Given<T, D, I>,
) =>
  wholeChange<T, D, I>({
    publisher: 'inventory',
    // What a counter may read of counts is blind; the feed is not.
    access: permissions[families[key].reads.at(-1) ?? families[key].reads[0]],
    ...given,
  })
