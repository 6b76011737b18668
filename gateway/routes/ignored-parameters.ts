import { DRY_RUN } from '../../shared/contract/core/dry-runs.ts'
import { validationError } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { joinNames, type Query } from '../http/query.ts'
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

/** Throws 400 for parameters that the operation refuses. */
export function refuseParameters(operation: Operation, { asGiven }: Query): void {
  const refused = new Set(refusedBy(operation).map((name) => name.toLowerCase()))
  const given = Object.keys(asGiven).filter((name) => refused.has(name.toLowerCase()))
  if (given.length > 0)
    throw validationError(
      Object.fromEntries(given.map((name) => [name, [`The field ${name} must not be given here.`]])),
    )
}

/** Nobody who asks for a dry run wants the write: it refuses what its dry run, if it has one, did not take. */
const refusedBy = ({ effect, refusedParameters = [] }: Operation): readonly string[] =>
  effect === 'write' ? [...refusedParameters, DRY_RUN] : refusedParameters
