import { groupBy } from '../../shared/process/group-by.ts'
import { joinNames, type Query } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

/** For each operation the query parameters, in lower case, that an operation of the same method and path takes. */
export function knownParameters(
  routed: readonly RoutedOperation[],
): (operation: RoutedOperation) => ReadonlySet<string> {
  const keyOf = ({ method, path }: RoutedOperation) => `${method} ${path}`
  const known = new Map<string, ReadonlySet<string>>()
  for (const [key, variants] of groupBy(routed, keyOf)) {
    known.set(key, new Set(variants.flatMap(({ queryFields }) => queryFields.map((name) => name.toLowerCase()))))
  }
  return (operation) => known.get(keyOf(operation)) ?? new Set()
}

/** Names of the parameters that are not known, percent-encoded and separated by commas; undefined if there are none. */
export function ignoredParameters({ asGiven }: Query, known: ReadonlySet<string>): string | undefined {
  const names = Object.keys(asGiven).filter((name) => !known.has(name.toLowerCase()))
  // Bytes that are no UTF-8 have become U+FFFD, so every name can be encoded.
  return joinNames(names.map((name) => encodeURIComponent(name.toWellFormed())))
}
