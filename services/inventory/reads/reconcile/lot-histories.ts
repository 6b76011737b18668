import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { Models } from '../../models.ts'
import { anyOfIndexed, readInBlocks } from '../../records/queries.ts'
import type { LedgerLot, LotState } from '../../stock/ledger/ledger.model.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'

/** Numbers of lots, and of entries of the ledger, that are read in one snapshot. */
const LOTS_PER_BLOCK = 500
const ENTRIES_PER_BLOCK = 1_000

type HistoryModels = Pick<Models, 'lots' | 'ledger'>

/**
 * The history of each lot in the ledger must be without a gap and end in the lot as it is. Deadline in milliseconds
 * since 1970.
 */
export async function compareLots(connection: Connection, models: HistoryModels, deadline: number) {
  const differences: Difference[] = []
  let count = 0
  const last = (await models.lots.findOne().sort({ _id: -1 }).lean())?._id ?? 0
  const range = { first: 0, maxSize: LOTS_PER_BLOCK }
  const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
    const until = after + size
    const lots = await models.lots
      .find({ _id: { $gt: after, $lte: until } })
      .session(session)
      .lean()
    const numbers = lots.map(({ _id }) => _id)
    const histories = await readHistories(models, numbers, session)
    const found = lots.flatMap((lot) => examineLot(lot, histories.get(lot._id) ?? []))
    return { count: lots.length, differences: found, next: until < last ? until : undefined }
  })
  for await (const block of blocks) {
    count += block.count
    differences.push(...block.differences)
  }
  return { lots: count, differences }
}

/** Every lot that the ledger names must be there. */
export async function findMissingLots(connection: Connection, models: HistoryModels, deadline: number) {
  const missing = new Map<number, Difference>()
  let count = 0
  const last = (await models.ledger.findOne().sort({ _id: -1 }).lean())?._id ?? 0
  const range = { first: 0, maxSize: ENTRIES_PER_BLOCK }
  const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
    const until = after + size
    const entries = await models.ledger
      .find({ _id: { $gt: after, $lte: until } }, { 'lots.recNo': 1 })
      .session(session)
      .lean<{ _id: number; lots: { recNo: number }[] }[]>()
    const named = new Set(entries.flatMap(({ lots }) => lots.map(({ recNo }) => recNo)))
    const known = await models.lots
      .find({ _id: { $in: [...named] } }, { _id: 1 })
      .session(session)
      .lean()
    for (const { _id } of known) named.delete(_id)
    const histories = await readHistories(models, [...named], session)
    return { count: entries.length, histories, next: until < last ? until : undefined }
  })
  for await (const block of blocks) {
    count += block.count
    for (const [recNo, history] of block.histories) {
      const expected = describe(history.at(-1)?.after)
      missing.set(recNo, { what: `lot ${recNo}`, expected, found: NOTHING })
    }
  }
  return { transactions: count, differences: [...missing.values()] }
}

interface LotEntry extends LedgerLot {
  readonly transactionNo: number
}

/** The entries of each lot, from its first state to its last. */
async function readHistories({ ledger }: HistoryModels, recNos: readonly number[], session: ClientSession) {
  const histories = new Map<number, LotEntry[]>(recNos.map((recNo) => [recNo, []]))
  if (recNos.length === 0) return histories
  const entries = ledger
    .find({ 'lots.recNo': anyOfIndexed(recNos, 0) }, { lots: 1 })
    .session(session)
    .lean()
    .cursor()
  for await (const { _id: transactionNo, lots } of entries)
    for (const lot of lots) histories.get(lot.recNo)?.push({ ...lot, transactionNo })
  for (const history of histories.values()) history.sort((one, other) => one.after.version - other.after.version)
  return histories
}

function examineLot(lot: LotRecord, history: readonly LotEntry[]): Difference[] {
  const differences = examineHistory(lot._id, history)
  const last = history.at(-1)?.after
  if (describe(last) !== describe(lot))
    differences.push({ what: `lot ${lot._id}`, expected: describe(last), found: describe(lot) })
  if (toQuantity(lot.units).lt(ZERO))
    differences.push({ what: `units of lot ${lot._id}`, expected: '0 or more', found: describe(lot) })
  return differences
}

/** Each entry must begin with the state in which the one before it ended. */
function examineHistory(recNo: number, history: readonly LotEntry[]): Difference[] {
  return history.flatMap(({ before, transactionNo }, index) => {
    const expected = describe(history[index - 1]?.after)
    const found = describe(before ?? undefined)
    return expected === found ? [] : [{ what: `lot ${recNo} before transaction ${transactionNo}`, expected, found }]
  })
}

const NOTHING = 'nothing'

function describe(state: LotState | undefined): string {
  if (!state) return NOTHING
  const { units, wid, spot, hold, version, transit } = state
  const way = transit ? `, in transit ${transit}` : ''
  return (
    `${toQuantity(units).toFixed()} in warehouse ${wid}, spot "${spot}"${hold ? ', on hold' : ''}${way}, ` +
    `version ${version}`
  )
}
