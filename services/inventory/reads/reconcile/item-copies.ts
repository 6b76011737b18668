import { setTimeout as delay } from 'node:timers/promises'
import { catalog, type ItemSnapshot } from '../../../../shared/contract/catalog/catalog.ts'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import type { Call } from '../../../../shared/messaging/rpc/call.ts'
import type { ItemModel, ItemRecord } from '../../masters/item.model.ts'
import { packagingOf } from '../../masters/items.ts'

/** Items that are compared at once. */
const BLOCK_SIZE = 500
/** Events of the catalog arrive within this time; a copy that is behind is compared again until then. */
const DELIVERED_AFTER_MS = 5_000
const LOOK_EVERY_MS = 250

/** Counts the items of the catalog, and compares inventory's copies with them. */
export async function compareItemCopies(
  items: ItemModel,
  call: Call,
): Promise<{ readonly items: number; readonly differences: Difference[] }> {
  const differences: Difference[] = []
  const behind: ItemSnapshot[] = []
  let count = 0
  for (let after = 0; after < Number.POSITIVE_INFINITY; ) {
    // The copies first: none of them can then be newer than its item.
    const copies = await items
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(BLOCK_SIZE)
      .lean<ItemRecord[]>()
    const { snapshots } = await call(catalog.listItemSnapshots, { after, limit: BLOCK_SIZE })
    const end = Math.min(endOf(copies.map(({ _id }) => _id)), endOf(snapshots.map(({ partNo }) => partNo)))
    const left = new Map(copies.filter(({ _id }) => _id <= end).map((copy) => [copy._id, copy]))
    for (const snapshot of snapshots.filter(({ partNo }) => partNo <= end)) {
      const copy = left.get(snapshot.partNo)
      left.delete(snapshot.partNo)
      if (!copy || copy.version < snapshot.version) behind.push(snapshot)
      else differences.push(...differenceOf(snapshot, copy))
      count++
    }
    for (const copy of left.values())
      differences.push({ what: `copy of item ${copy._id}`, expected: NOTHING, found: describe(copy) })
    after = end
  }
  return { items: count, differences: [...differences, ...(await compareLater(items, behind))] }
}

/** The last number of a full block; a block that is not full reaches to the end. */
const endOf = (numbers: readonly number[]): number =>
  numbers.length < BLOCK_SIZE ? Number.POSITIVE_INFINITY : Math.max(...numbers)

async function compareLater(items: ItemModel, snapshots: readonly ItemSnapshot[]): Promise<Difference[]> {
  const end = performance.now() + DELIVERED_AFTER_MS
  const partNos = snapshots.map(({ partNo }) => partNo)
  for (;;) {
    const found = await items.find({ _id: { $in: partNos } }).lean<ItemRecord[]>()
    const copies = new Map(found.map((copy) => [copy._id, copy]))
    const versionOf = (partNo: number) => copies.get(partNo)?.version ?? 0
    const isBehind = snapshots.some(({ partNo, version }) => versionOf(partNo) < version)
    if (!isBehind || performance.now() >= end) {
      // A copy that is newer than the snapshot by now has taken over a later change.
      const comparable = snapshots.filter(({ partNo, version }) => versionOf(partNo) <= version)
      return comparable.flatMap((snapshot) => differenceOf(snapshot, copies.get(snapshot.partNo)))
    }
    await delay(LOOK_EVERY_MS)
  }
}

function differenceOf(snapshot: ItemSnapshot, copy: ItemRecord | undefined): Difference[] {
  // A copy of a version before 1.4 asks for packaging when it is needed.
  const isPackaged = copy !== undefined && packagingOf(copy) !== undefined
  const { packaging, ...others } = snapshot
  const expected = describe(isPackaged && packaging ? { ...others, packaging } : others)
  const found = copy ? describe(copy) : NOTHING
  return expected === found ? [] : [{ what: `copy of item ${snapshot.partNo}`, expected, found }]
}

const NOTHING = 'nothing'

type Described = Omit<ItemRecord, '_id' | 'wholeUnits'> & Pick<ItemSnapshot, 'wholeUnits'>

function describe(described: Described): string {
  const { version, shortID, aliases, description, dfltOwner, discontinued, wholeUnits } = described
  const packaging = packagingOf(described)
  const ofAliases = packaging?.ofAliases.map(({ alias, units }) => `, ${alias} of ${units}`).toSorted() ?? []
  const packages = packaging ? `, packages of ${packaging.units}${ofAliases.join('')}` : ''
  const names = [shortID, ...aliases.toSorted()].join(', ')
  const state = discontinued ? 'discontinued' : 'active'
  const whole = wholeUnits ? ', whole units only' : ''
  return `${names}: "${description}", owner ${dfltOwner}, ${state}${whole}${packages}, version ${version}`
}
