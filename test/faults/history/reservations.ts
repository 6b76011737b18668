import { type Books, toMillionths } from './books.ts'
import { type Finding, finding } from './finding.ts'
import { compareSums, createSums, type Sums } from './sums.ts'

/**
 * R1 of what is promised: committed is the sum of the active reservations, packed of the packs, onOrder of the open purchase lines, aSN of what is in transit,
 * in levels and ledger; no lot is promised twice, and no reservation was used after its end (docs/orders.md#reservations).
 */
export function checkReservations(books: Books): Finding[] {
  return [
    ...compareSums(figureSums(books)),
    ...compareSums(reservationSums(books)),
    ...reservedTwice(books),
    ...usedLate(books),
  ]
}

const figures = ['committed', 'packed', 'onOrder', 'aSN'] as const

function figureSums({ ledger, levels, reservations, packs, purchaseLines, transitLines }: Books): Record<string, Sums> {
  const [entered, claimed, inLevels] = [createSums(), createSums(), createSums()]
  const nameOf = (figure: string, partNo: number, wid: unknown) =>
    `${figure} of item ${partNo} in warehouse ${String(wid)}`
  for (const { partNo, figures: changes } of ledger)
    for (const { figure, wid, units } of changes) entered.add(nameOf(figure, partNo, wid), toMillionths(units))
  for (const { partNo, wid, state, remaining } of reservations)
    if (state === 'Active') claimed.add(nameOf('committed', partNo, wid), toMillionths(remaining))
  for (const { partNo, wid, units } of packs) claimed.add(nameOf('packed', partNo, wid), toMillionths(units))
  for (const { partNo, wid, open } of purchaseLines) claimed.add(nameOf('onOrder', partNo, wid), toMillionths(open))
  for (const { partNo, wid, inTransit } of transitLines)
    claimed.add(nameOf('aSN', partNo, wid), toMillionths(inTransit))
  for (const { _id, stock } of levels)
    for (const [wid, level] of Object.entries(stock))
      for (const figure of figures) inLevels.add(nameOf(figure, _id, wid), toMillionths(level[figure]))
  return { ledger: entered, 'reservations, packs and lines': claimed, levels: inLevels }
}

/** What each reservation still holds. */
function reservationSums({ ledger, reservations }: Books): Record<string, Sums> {
  const [entered, kept] = [createSums(), createSums()]
  for (const { figures: changes } of ledger)
    for (const { reservation, units } of changes)
      if (reservation !== undefined) entered.add(`reservation ${reservation}`, toMillionths(units))
  for (const { _id, remaining, state } of reservations)
    kept.add(`reservation ${_id}`, state === 'Active' ? toMillionths(remaining) : 0)
  return { ledger: entered, reservations: kept }
}

function reservedTwice({ lots, packs, reservations }: Books): Finding[] {
  const claimed = createSums()
  for (const { recNo, units } of packs) claimed.add(String(recNo), toMillionths(units))
  for (const { recno, state, remaining } of reservations)
    if (recno !== null && state === 'Active') claimed.add(String(recno), toMillionths(remaining))
  return lots.flatMap(({ _id, units }) => {
    const reserved = claimed.byName.get(String(_id)) ?? 0
    return reserved > toMillionths(units)
      ? [finding('R1', `lot ${_id} has ${units} units, and ${reserved / 1_000_000} of them are promised`)]
      : []
  })
}

function usedLate({ ledger, reservations }: Books): Finding[] {
  const endOf = new Map(reservations.map(({ _id, expires }) => [_id, expires]))
  return ledger.flatMap(({ _id, type, at, figures: changes }) =>
    changes.flatMap(({ reservation = 0, units }) => {
      const end = endOf.get(reservation)
      if (!end || toMillionths(units) >= 0) return []
      const isEnd = type === 'expire'
      return isEnd === at >= end
        ? []
        : [
            finding(
              'R1',
              `transaction ${_id}, ${type}, took units off reservation ${reservation}, which ends ${end.toISOString()}`,
            ),
          ]
    }),
  )
}
