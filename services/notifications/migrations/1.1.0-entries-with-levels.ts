import { countInRanges, inRanges, type Migration } from '../../../shared/database/migrations/migration.ts'
import type { ChangeModel, ChangeRecord } from '../feed/change.model.ts'

const ofEntries = { type: /^inventory\./ }
const withoutLevels = { ...ofEntries, 'data.levels': { $exists: false } }

/** Gives the entries of version 1.0.0 in the feed the details of their requests, and the figures that they changed. */
export const entriesWithLevels = (changes: ChangeModel): Migration => ({
  name: '1.1.0-entries-with-levels',
  removableIn: '3.0.0',
  count: () => countInRanges(changes.db, changes.collection.collectionName, withoutLevels),
  async *run(after) {
    if (after === undefined) {
      const oldest = await changes.findOne(ofEntries).sort({ _id: 1 }).lean<ChangeRecord>()
      if (oldest === null || 'levels' in Object(oldest.data)) return
      // Kept before the oldest change is written, by which a run that begins anew would find nothing to do.
      yield { changed: 0, position: 0 }
    }
    const { collectionName } = changes.collection
    yield* inRanges<number>(changes.db, collectionName, after, async (range) => {
      const found = await changes.find({ ...range, ...withoutLevels }).lean<ChangeRecord[]>()
      const updates = found.map(({ _id, data }) => ({
        // Version 1.0.0 has checked what it stored.
        updateOne: { filter: { _id }, update: { $set: { data: withLevels(data as EarlierEntry) } } },
      }))
      return updates.length === 0 ? 0 : (await changes.bulkWrite(updates, { ordered: false })).modifiedCount
    })
  },
})

interface EarlierLot {
  readonly recNo: number | null
  readonly fromRecNo: number | null
  readonly wid: number
  readonly hold: boolean
  readonly unitsBefore: number
  readonly unitsAfter: number
  readonly wids: readonly number[]
}

/** What is read of an entry of version 1.0.0. */
interface EarlierEntry {
  readonly type: string
  readonly shipToWid: number | null
  readonly lots: readonly EarlierLot[]
}

interface LevelChange {
  readonly wid: number
  readonly figure: 'inStock' | 'onHold'
  readonly units: number
}

const NO_DETAILS = {
  line: null,
  supplier: null,
  price: null,
  expires: null,
  netWeight: null,
  grossWeight: null,
  shipto: null,
  prodID: null,
  transitSlip: null,
  countNo: null,
}

/**
 * Changes of `inStock` and `onHold` are computed from the lots of an entry; changes of order lines are unknown, and so are
 * the details of the request.
 */
export const withLevels = <E extends EarlierEntry>(entry: E) => ({ ...NO_DETAILS, ...entry, levels: toLevels(entry) })

function toLevels(entry: EarlierEntry): LevelChange[] {
  const changes = new Map<string, LevelChange>()
  const add = (figure: LevelChange['figure'], wid: number, units: number) => {
    const key = `${figure}/${wid}`
    changes.set(key, { wid, figure, units: (changes.get(key)?.units ?? 0) + units })
  }
  for (const lot of entry.lots) {
    const { wids, wid, hold, unitsBefore, unitsAfter } = lot
    const [widBefore = wid] = wids
    add('inStock', widBefore, -unitsBefore)
    add('inStock', wid, unitsAfter)
    if (wasHeld(lot, entry)) add('onHold', widBefore, -unitsBefore)
    if (hold) add('onHold', wid, unitsAfter)
  }
  return [...changes.values()].filter(({ units }) => units !== 0)
}

/**
 * Only a hold, a release and their reversals change the mark: of a lot that stays whole, or of a part that a reversal
 * empties, which was marked otherwise than the lot that it came from.
 */
function wasHeld(lot: EarlierLot, { type, shipToWid, lots }: EarlierEntry): boolean {
  const { hold, unitsBefore, unitsAfter, fromRecNo } = lot
  const isOfMark = type === 'hold' || type === 'release' || (type === 'reverse' && shipToWid === null)
  if (isOfMark && unitsBefore === unitsAfter) return !hold
  const whole = type === 'reverse' && unitsAfter === 0 && lots.find(({ recNo }) => recNo === fromRecNo)
  if (!whole) return hold
  return isOfMark ? !whole.hold : whole.hold
}
