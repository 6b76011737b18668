export interface TracedLot {
  readonly recNo: number
  readonly fromRecNo: number | null
}

export interface LotNode<Lot> {
  readonly lot: Lot
  readonly splits: readonly LotNode<Lot>[]
}

/** The lots of a trace as a tree, from the receipt down to what was split last; lots of one split by their number. */
export function toLotTree<Lot extends TracedLot>(lots: readonly Lot[]): LotNode<Lot>[] {
  const byNumber = [...new Map(lots.map((lot) => [lot.recNo, lot])).values()].sort(
    (one, other) => one.recNo - other.recNo,
  )
  const known = new Set(byNumber.map(({ recNo }) => recNo))
  const nodeOf = (lot: Lot): LotNode<Lot> => ({
    lot,
    splits: byNumber.filter(({ recNo, fromRecNo }) => fromRecNo === lot.recNo && recNo !== lot.recNo).map(nodeOf),
  })
  return byNumber.filter(({ fromRecNo }) => fromRecNo === null || !known.has(fromRecNo)).map(nodeOf)
}
