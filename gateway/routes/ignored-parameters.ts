import { groupBy } from '../../shared/process/group-by.ts'
import type { Query } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

/** Longest value of a header that names what was ignored: clients refuse headers of more than 8 to 16 kB in all. */
const MAX_LENGTH = 1_000

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

/** The names, separated by commas, with `...` for those that find no room; undefined if there are none. Takes no more than it needs. */
export function joinNames(names: Iterable<string>): string | undefined {
  let joined: string | undefined
  for (const name of names) {
    const longer = joined === undefined ? name : `${joined}, ${name}`
    if (longer.length > MAX_LENGTH - ', ...'.length) return joined === undefined ? '...' : `${joined}, ...`
    joined = longer
  }
  return joined
}
