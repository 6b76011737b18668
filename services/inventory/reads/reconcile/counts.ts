import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { type CountLineRecord, type CountRecord, countFamily } from '../../documents/count/count.model.ts'
import { tallyLines } from '../../documents/count/count-state.ts'
import { differenceOf } from '../../documents/count/variance.ts'
import { addLines } from '../../documents/kit/order-header.ts'
import { type Quantity, sum, toQuantity, ZERO } from '../../records/quantity.ts'
import type { LedgerLot, LedgerModel, LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { compareOrders, compareValues } from './orders.ts'

/**
 * The figures of a count must be what its lines imply; a posted line must have changed its cell, by the ledger's entries that it names, by
 * what was counted less what was expected.
 */
export const compareCounts = (connection: Connection, ledger: LedgerModel, deadline: number): Promise<Difference[]> =>
  compareOrders(
    connection,
    countFamily,
    {
      imply(header, lines) {
        const changes = lines.map((after) => ({ before: undefined, after }))
        const tally = tallyLines({ openLines: 0, blockedLines: 0, postedLines: 0, skippedLines: 0 }, changes)
        return { ...header, ...addLines(header, changes), ...tally, wids: [header.wid] }
      },
      describe: (header) =>
        [header.totalLines, header.openLines, header.blockedLines, header.postedLines, header.skippedLines].join(', '),
      readRelated: ({ numbers }, session) => findEntries(ledger, numbers, session),
      examineLines: (header, lines, entries) => [
        ...compareValues(`end of count ${header._id}`, String(isEnded(header, lines)), String(header.posted !== null)),
        ...lines.flatMap((line) => compareLine(line, entries)),
      ],
    },
    deadline,
  )

const isEnded = ({ status }: CountRecord, lines: readonly CountLineRecord[]) =>
  status === 'Posted' && lines.every(({ state }) => state === 'Posted' || state === 'Skipped')

type Entry = Pick<LedgerRecord, '_id' | 'partNo' | 'lots'>

async function findEntries(ledger: LedgerModel, numbers: readonly string[], session: ClientSession) {
  const found = await ledger
    .find({ reference: { $in: [...numbers] } }, { partNo: 1, lots: 1 })
    .session(session)
    .lean<Entry[]>()
  return new Map(found.map((entry) => [entry._id, entry]))
}

function compareLine(line: CountLineRecord, entries: ReadonlyMap<number, Entry>): Difference[] {
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
