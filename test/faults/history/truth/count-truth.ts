import type { CountLineRecord, CountRecord } from '../../../../services/inventory/documents/count/count.model.ts'
import type { LedgerLot, LedgerRecord } from '../../../../services/inventory/stock/ledger/ledger.model.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { type Books, toMillionths } from '../books.ts'
import { type Finding, finding } from '../finding.ts'
import { describeIntent, type Intent, isAcknowledged, isSuccess, mayBeApplied } from '../history.ts'

/** R1 to R3 of counts and adjustments: answers, ledger, lines and headers agree, and every difference was posted once. */
export function checkCounts(intents: readonly Intent[], books: Books): Finding[] {
  return [
    ...books.counts.flatMap((count) => header(count, books)),
    ...books.countLines.flatMap((line) => posted(line, books)),
    ...unnamed(books),
    ...created(intents, books),
    ...adjusted(intents, books),
  ]
}

const figures = {
  openLines: ['Open', 'Recount'],
  postedLines: ['Posted'],
  blockedLines: ['Blocked'],
  skippedLines: ['Skipped'],
}
/** The states that lines of a count may have; in other statuses they may have any. */
const statesIn: Partial<Record<CountRecord['status'], readonly CountLineRecord['state'][]>> = {
  Submitted: ['Counted', 'Skipped', 'Posted', 'Blocked'],
  Approved: ['Counted', 'Skipped', 'Posted', 'Blocked'],
  Posted: ['Posted', 'Skipped'],
  Canceled: ['Skipped'],
}

function header(count: CountRecord, { countLines, changes }: Books): Finding[] {
  const lines = countLines.filter(({ countNo }) => countNo === count._id)
  const wrong = Object.entries(tally(lines)).filter(([figure, number]) => Object(count)[figure] !== number)
  const states = statesIn[count.status]
  const stray = states && lines.find(({ state }) => !states.includes(state))
  // Its event has a Count as data.
  const events = changes.filter(
    ({ type, data }) => type === 'count.posted' && (data as { countNo: string }).countNo === count._id,
  )
  const isPosted = count.status === 'Posted'
  return [
    ...wrong.map(([figure, number]) => finding('R1', `${count._id} has ${number} ${figure}, by its lines`)),
    ...(stray ? [finding('R1', `${count._id} is ${count.status}, and line ${stray.lineNo} is ${stray.state}`)] : []),
    ...(events.length === Number(isPosted)
      ? []
      : [finding('feed', `${count._id} is ${count.status}, and was posted ${events.length} times, says the feed`)]),
  ]
}

const tally = (lines: readonly CountLineRecord[]) =>
  Object.fromEntries(
    Object.entries(figures).map(([figure, states]) => [
      figure,
      lines.filter(({ state }) => states.includes(state)).length,
    ]),
  )

/** The entries that a posted line names change its cell by what was counted less what was expected; other lines name none. */
function posted(line: CountLineRecord, { ledger }: Books): Finding[] {
  const isPosted = line.state === 'Posted'
  const entries = ledger.filter(({ _id }) => line.transactions.includes(_id))
  const change = entries.flatMap(({ lots }) => lots).reduce((sum, lot) => sum + changeIn(line, lot), 0)
  const difference = isPosted ? toMillionths(line.counted) - toMillionths(line.expected) : 0
  const named = `line ${line.lineNo} of ${line.countNo}`
  return [
    ...(change === difference
      ? []
      : [finding('R1', `${named} differs by ${difference / 1_000_000}, the ledger posted ${change / 1_000_000}`)]),
    ...(entries.length === line.transactions.length && entries.every((entry) => isOf(entry, line))
      ? []
      : [finding('R1', `${named} names transactions that are not there or not its own`)]),
  ]
}

const isOf = ({ reference, partNo, wid }: LedgerRecord, line: CountLineRecord) =>
  reference === line.countNo && partNo === line.partNo && wid === line.wid

function changeIn({ wid, spot }: CountLineRecord, { before, after }: LedgerLot): number {
  const inCell = (state: LedgerLot['after'] | null) =>
    state && state.wid === wid && state.spot === spot ? toMillionths(state.units) : 0
  return inCell(after) - inCell(before)
}

/** Entries of a count that no line names, or more than the two of a move: something was posted twice. */
function unnamed({ ledger, counts, countLines }: Books): Finding[] {
  const numbers = new Set(counts.map(({ _id }) => _id))
  const named = new Map<number, number>()
  for (const { transactions } of countLines)
    for (const transactionNo of transactions) named.set(transactionNo, (named.get(transactionNo) ?? 0) + 1)
  return ledger
    .filter(({ _id, reference, type }) => numbers.has(reference) && named.get(_id) !== (type === 'move' ? 2 : 1))
    .map(({ _id, reference }) =>
      finding('R1', `transaction ${_id} of ${reference} is named by ${named.get(_id) ?? 0} lines`),
    )
}

/** R2, R3: an acknowledged count and line are there, a refused count is not. */
function created(intents: readonly Intent[], { counts, countLines }: Books): Finding[] {
  const numbers = new Set(counts.map(({ _id }) => _id))
  const lines = new Set(countLines.map(({ countNo, lineNo }) => `${countNo}/${lineNo}`))
  return intents.flatMap((intent) => {
    const { operation, input } = intent
    if (operation.name !== inventory.createCount.name && operation.name !== inventory.countLine.name) return []
    // The responses have one of these numbers.
    const answers = intent.attempts.filter(isSuccess).map(({ text }) => JSON.parse(text) as Made)
    const isThere = ({ countNo, lineNo }: Made) =>
      lineNo === undefined ? numbers.has(String(countNo)) : lines.has(`${String(input.countNo)}/${lineNo}`)
    if (isAcknowledged(intent) && !answers.every(isThere))
      return [finding('R2', `${describeIntent(intent)}: acknowledged and not there`)]
    const isCreation = operation.name === inventory.createCount.name
    return isCreation && !mayBeApplied(intent) && numbers.has(String(input.countNo))
      ? [finding('R3', `${describeIntent(intent)}: refused and there`)]
      : []
  })
}

interface Made {
  readonly countNo?: string
  readonly lineNo?: number
}

/** R1, R2: an acknowledged adjustment is in the ledger with its difference, at its spot. */
function adjusted(intents: readonly Intent[], { ledger }: Books): Finding[] {
  const byNumber = new Map(ledger.map((entry) => [entry._id, entry]))
  return intents
    .filter(({ operation }) => operation.name === inventory.adjust.name)
    .flatMap((intent) =>
      intent.attempts.filter(isSuccess).flatMap(({ text }) => {
        // The response of an adjustment has its number.
        const { transactionNo } = JSON.parse(text) as { transactionNo: number | null }
        const { expected, counted, spot } = intent.input
        const difference = toMillionths(counted) - toMillionths(expected)
        const entry = byNumber.get(transactionNo ?? 0)
        const entered = entry && (entry.type === 'receive' ? 1 : -1) * toMillionths(entry.units)
        return (entered ?? 0) === difference && (!entry || entry.spot === spot)
          ? []
          : [finding('R2', `${describeIntent(intent)}: transaction ${transactionNo} is not its difference`)]
      }),
    )
}
