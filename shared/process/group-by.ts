/** Map.groupBy, which Node 20 does not have yet: the values under each key, in order. */
export function groupBy<T, K>(values: readonly T[], toKey: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = toKey(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
