import { catalog, type Item } from '../../../shared/contract/catalog/catalog.ts'
import { isItemChange } from '../../../shared/contract/notifications/change-kinds.ts'
import type { Books } from './books.ts'
import { type Finding, finding } from './finding.ts'
import { describeIntent, type Intent, isAcknowledged, isSuccess, mayBeApplied } from './history.ts'

/**
 * R2, R3: every acknowledged write of the catalog is in its items and in the feed once, a refused one in neither, and no item has
 * lost the last write. Each write has a description of its own; other clients write items that are set aside.
 */
export function checkCatalog(
  intents: readonly Intent[],
  { items, changes }: Books,
  aside: readonly string[],
): Finding[] {
  const ofCatalog = intents.filter(({ operation }) => operation.service === catalog.createItem.service)
  // Item changes have an Item as data.
  const told = changes.flatMap(({ type, data }) => (isItemChange(type) ? [{ type, item: data as Item }] : []))
  const inFeed = new Map<string, number>()
  for (const { item } of told) inFeed.set(item.description, (inFeed.get(item.description) ?? 0) + 1)
  const countOf = ({ input }: Intent) => inFeed.get(String(input.description)) ?? 0
  const written = ofCatalog.flatMap((intent) => {
    const count = countOf(intent)
    const described = describeIntent(intent)
    if (count > 1) return [finding('R2', `${described}: done ${count} times`)]
    if (isAcknowledged(intent) && count === 0) return [finding('R2', `${described}: acknowledged and not in the feed`)]
    return count > 0 && !mayBeApplied(intent) ? [finding('R3', `${described}: refused and in the feed`)] : []
  })

  const made = new Set(told.map(({ item }) => item.shortID))
  const kept = new Set(items.map(({ shortID }) => shortID))
  const missing = [...made].filter((shortID) => !kept.has(shortID))
  const compared = items
    .filter(({ shortID }) => !aside.includes(shortID))
    .flatMap(({ shortID, description, version }) => {
      const events = told.filter(({ item }) => item.shortID === shortID)
      const findings: Finding[] = []
      const created = events.filter(({ type }) => type === 'item.created').length
      if (created !== 1) findings.push(finding('R1', `item ${shortID} was created ${created} times, says the feed`))
      if (version !== events.length)
        findings.push(finding('R1', `item ${shortID} has version ${version} after ${events.length} changes`))
      const applied = ofCatalog.filter((intent) => intent.input.shortID === shortID && countOf(intent) > 0)
      const last = applied.find(({ input }) => input.description === description)
      // The last write cannot have ended before another one began.
      const endedAt = last ? Math.min(...last.attempts.filter(isSuccess).map(({ end }) => end)) : 0
      const later = applied.filter((one) => one !== last && startOf(one) > endedAt)
      if (applied.length > 0 && later.length > 0)
        findings.push(
          finding('R1', `item ${shortID} says ${description} and has lost ${later.map(describeIntent).join()}`),
        )
      return findings
    })
  return [...written, ...missing.map((shortID) => finding('R1', `item ${shortID} is in the feed only`)), ...compared]
}

const startOf = ({ attempts }: Intent) => Math.min(...attempts.map(({ start }) => start))
