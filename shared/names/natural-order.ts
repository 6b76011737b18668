const byName = new Intl.Collator('en', { numeric: true })

/** Compares names as people number them: A-2 comes before A-10. Names that differ are never equal. */
export function compareNaturally(one: string, other: string): number {
  return byName.compare(one, other) || (one < other ? -1 : Number(one > other))
}
