import { type Quantity, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { anyOfIndexed } from '../../records/any-of-indexed.ts'
import type { LedgerLot, LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { type Compared, type CompareRelated, compareValues } from '../kit/compare.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'
import { isEnded } from './count-family.ts'
import { differenceOf } from './variance.ts'

/**
 * A posted line must have changed its cell, by the ledger's entries that it names, by what was counted less what was
 * expected; a count has ended if all of its lines have.
 */
export const comparePostings: CompareRelated<CountRecord, CountLineRecord> = async (compared) => {
  const entries = await findEntries(compared)
  return (header, lines) => {
    const hasEnded = header.status === 'Posted' && lines.every(isEnded)
    return [
      ...compareValues(`end of count ${header._id}`, String(hasEnded), String(header.posted !== null)),
      ...lines.flatMap((line) => comparePosting(line, entries)),
    ]
  }
}

type Entry = Pick<LedgerRecord, '_id' | 'lots'>

async function findEntries({ ledger, numbers, session }: Compared): Promise<ReadonlyMap<number, Entry>> {
  const named = ledger.find({ reference: anyOfIndexed(numbers, '') }, { lots: 1 })
  return new Map((await named.session(session).lean<Entry[]>()).map((entry) => [entry._id, entry]))
}

function comparePosting(line: CountLineRecord, entries: ReadonlyMap<number, Entry>) {
  if (line.state !== 'Posted' && line.transactions.length === 0) return []
  const lots = line.transactions.flatMap((number) => entries.get(number)?.lots ?? [])
  const expected = line.state === 'Posted' ? differenceOf(line) : ZERO
  const posted = sum(lots.map((lot) => changeIn(line, lot)))
  return compareValues(`posted of line ${line.lineNo} of count ${line.countNo}`, expected.toFixed(), posted.toFixed())
}

/** What an entry changes of a lot's units in the cell of a line. */
function changeIn({ wid, spot }: CountLineRecord, { before, after }: LedgerLot): Quantity {
  const inCell = (state: LedgerLot['after'] | null) =>
    state && state.wid === wid && state.spot === spot ? toQuantity(state.units) : ZERO
  return inCell(after).minus(inCell(before))
}
