import { DRY_RUN } from '../../shared/contract/core/dry-runs.ts'
import { validationError } from '../../shared/contract/core/errors.ts'
import { toFieldName } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { unknownFields } from '../../shared/contract/core/unknown-fields.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import type { Response } from '../http/handler.ts'
import type { Query } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

/** For each operation the query parameters, in lower case, that one of the same method and path takes or refuses. */
export function knownParameters(
  routed: readonly RoutedOperation[],
): (operation: RoutedOperation) => ReadonlySet<string> {
  const keyOf = ({ method, path }: RoutedOperation) => `${method} ${path}`
  const known = new Map<string, ReadonlySet<string>>()
  for (const [key, variants] of groupBy(routed, keyOf)) {
    const names = variants.flatMap(({ queryFields, operation }) => [...queryFields, ...refusedBy(operation)])
    known.set(key, new Set(names.map((name) => name.toLowerCase())))
  }
  return (operation) => known.get(keyOf(operation)) ?? new Set()
}

/** Names of the parameters that are not known, percent-encoded and separated by commas; undefined if there are none. */
export function ignoredParameters({ asGiven }: Query, known: ReadonlySet<string>): string | undefined {
  const names = Object.keys(asGiven).filter((name) => !known.has(name.toLowerCase()))
  // Bytes that are not UTF-8 have become U+FFFD, so every name can be encoded.
  return joinNames(names.map((name) => encodeURIComponent(name.toWellFormed())))
}

/** Returns a function that throws 400 for parameters that the operation refuses. */
export function refuseParameters(operation: Operation): (query: Query) => void {
  const refused = new Set(refusedBy(operation).map((name) => name.toLowerCase()))
  return ({ asGiven }) => {
    const given = Object.keys(asGiven).filter((name) => refused.has(name.toLowerCase()))
    if (given.length > 0)
      throw validationError(
        Object.fromEntries(given.map((name) => [name, [`The field ${name} must not be given here.`]])),
      )
  }
}

/** Nobody who asks for a dry run wants the write: it refuses what its dry run, if it has one, did not take. */
const refusedBy = ({ effect, refusedParameters = [] }: Operation): readonly string[] =>
  effect === 'write' ? [...refusedParameters, DRY_RUN] : refusedParameters

/** Longest value of a header that names what was ignored: clients refuse headers of more than 8 to 16 kB in all. */
const MAX_LENGTH = 1_000

/** The names, separated by commas, `...` for those beyond the limit; undefined without names. Takes only what it needs. */
export function joinNames(names: Iterable<string>): string | undefined {
  let joined: string | undefined
  for (const name of names) {
    const longer = joined === undefined ? name : `${joined}, ${name}`
    if (longer.length > MAX_LENGTH - ', ...'.length) return joined === undefined ? '...' : `${joined}, ...`
    joined = longer
  }
  return joined
}

/**
 * Names the members of a body that the operation does not read, in the response and in the log
 * (docs/decisions/interface.md#4).
 */
export function nameIgnoredFields(
  routed: RoutedOperation,
  body: Readonly<Record<string, unknown>>,
  res: Response,
): void {
  const ignored = joinNames(ignoredFields(routed, body))
  if (ignored === undefined) return
  res.locals.ignoredFields = ignored
  res.setHeader('X-Ignored-Fields', ignored)
}

function* ignoredFields({ operation, queryFields }: RoutedOperation, body: Readonly<Record<string, unknown>>) {
  for (const path of unknownFields(operation.input, body))
    yield toFieldName(path.map((key) => (typeof key === 'string' ? encodeURIComponent(key.toWellFormed()) : key)))
  // Such as `dryRun`, which is read from the query only.
  yield* queryFields.filter((name) => Object.hasOwn(body, name))
}
