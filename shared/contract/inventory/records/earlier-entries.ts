/** Fields of an entry that events of version 1.0.0 do not have. */
export const notInVersion1 = {
  line: true,
  supplier: true,
  price: true,
  expires: true,
  netWeight: true,
  grossWeight: true,
  shipto: true,
  prodID: true,
  transitSlip: true,
  countNo: true,
  levels: true,
} as const

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
 * An entry as events of the present version have it. Entries of version 1.0.0 have neither the details of the request
 * nor the changed figures. Changes of `inStock` and `onHold` are computed from their lots; changes of order lines are
 * unknown.
 */
export function toPresentEntry<E extends EarlierEntry>(entry: E) {
  return 'levels' in entry ? entry : { ...NO_DETAILS, ...entry, levels: toLevels(entry) }
}

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
