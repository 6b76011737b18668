/** Says what is still to be filled in; undefined if nothing is. */
export function firstMissing(parts: readonly (readonly [string, boolean])[]): string | undefined {
  const open = parts.filter(([, isThere]) => !isThere).map(([name]) => name)
  return open.length === 0 ? undefined : `Still to be filled in: ${open.join(', ')}.`
}
