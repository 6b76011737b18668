import type { LedgerRecord } from '../../../services/inventory/ledger/ledger.model.ts'
import { type Books, toMillionths } from './books.ts'
import { type Attempt, type Intent, isFinal, isSuccess, operationIdOf } from './history.ts'

/** A broken promise: its number and the evidence. */
export interface Finding {
  readonly promise:
    | 'R1'
    | 'R2'
    | 'R3'
    | 'R4'
    | 'R5'
    | 'R6'
    | 'R7'
    | 'R8'
    | 'R10'
    | 'R11'
    | 'R12'
    | 'R13'
    | 'R14'
    | 'S3'
    | 'feed'
    | 'bug'
  readonly what: string
}

const LONGEST_ANSWER_MS = 10_000

/** Milliseconds of `performance.now()`. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

interface Exceptions {
  /** Items whose stock is compared by others. */
  readonly aside: readonly string[]
  /** When several faults at once allowed answers to be late: R5 is about a single one. */
  readonly unlimited: readonly TimeSpan[]
}

/** Compares what the clients were answered with the stored state. */
export function check(intents: readonly Intent[], books: Books, { aside, unlimited }: Exceptions): Finding[] {
  const ledger = books.ledger.filter(({ shortID }) => !aside.includes(shortID))
  const partNos = new Set(books.ledger.filter(({ shortID }) => aside.includes(shortID)).map(({ partNo }) => partNo))
  const lots = books.lots.filter(({ partNo }) => !partNos.has(partNo))
  const levels = books.levels.filter(({ _id }) => !partNos.has(_id))
  return [
    ...strayEntries(pairUp(intents, ledger)),
    ...sums({ ...books, ledger, lots, levels }),
    ...feed(books),
    ...checkAnswers(intents, books.ledger),
    ...intents.flatMap((intent) => late(intent, unlimited)),
  ]
}

/** Compares what the clients were answered with the ledger. */
export function checkAnswers(intents: readonly Intent[], ledger: Books['ledger']): Finding[] {
  const { byIntent } = pairUp(intents, ledger)
  return intents.flatMap((intent) => [
    ...acknowledged(intent, byIntent.get(intent) ?? []),
    ...refused(intent, ledger),
    ...repeated(intent, byIntent.get(intent) ?? []),
  ])
}

interface Pairs {
  readonly byIntent: ReadonlyMap<Intent, readonly LedgerRecord[]>
  readonly stray: readonly LedgerRecord[]
}

/** Relates ledger entries to intents, by idempotency key or by request id. */
function pairUp(intents: readonly Intent[], ledger: readonly LedgerRecord[]): Pairs {
  const byName = new Map<string, Intent>()
  for (const intent of intents) {
    if (intent.key !== undefined) byName.set(operationIdOf(intent), intent)
    for (const { requestId } of intent.attempts) byName.set(requestId, intent)
  }
  const byIntent = new Map<Intent, LedgerRecord[]>()
  const stray: LedgerRecord[] = []
  for (const entry of ledger) {
    const intent = byName.get(entry.operationId) ?? byName.get(entry.requestId)
    if (intent) byIntent.set(intent, [...(byIntent.get(intent) ?? []), entry])
    else stray.push(entry)
  }
  return { byIntent, stray }
}

/** R1: every ledger entry belongs to an intent and has its type, item and units. */
function strayEntries({ byIntent, stray }: Pairs): Finding[] {
  const unwanted = stray.map(({ _id }) => finding('R1', `transaction ${_id} belongs to no intent`))
  const different = [...byIntent].flatMap(([{ kind, body }, entries]) =>
    entries
      .filter(({ type, units, shortID }) => {
        return type !== kind || toMillionths(units) !== toMillionths(body.units) || shortID !== body.itemID
      })
      .map(({ _id }) => finding('R1', `transaction ${_id} differs from its intent: ${kind} ${JSON.stringify(body)}`)),
  )
  return [...unwanted, ...different]
}

/** R1: for each item and warehouse, ledger, lots and levels have the same sum. */
function sums({ ledger, lots, levels }: Books): Finding[] {
  const told = new Map<string, number>()
  const add = (to: Map<string, number>, partNo: number, wid: number, millionths: number) =>
    to.set(`item ${partNo} in warehouse ${wid}`, (to.get(`item ${partNo} in warehouse ${wid}`) ?? 0) + millionths)
  for (const { type, partNo, wid, shipToWid, units } of ledger) {
    if (type !== 'receive') add(told, partNo, wid, -toMillionths(units))
    if (type !== 'issue') add(told, partNo, type === 'move' ? (shipToWid ?? wid) : wid, toMillionths(units))
  }
  const inLots = new Map<string, number>()
  for (const { partNo, wid, units } of lots) add(inLots, partNo, wid, toMillionths(units))
  const inLevels = new Map<string, number>()
  for (const { _id, stock } of levels)
    for (const [wid, { inStock }] of Object.entries(stock)) add(inLevels, _id, Number(wid), toMillionths(inStock))

  const places = new Set([...told.keys(), ...inLots.keys(), ...inLevels.keys()])
  const differing = [...places].flatMap((place) => {
    const figures = [told, inLots, inLevels].map((sum) => (sum.get(place) ?? 0) / 1_000_000)
    if (new Set(figures).size === 1) return []
    return [finding('R1', `${place}: ledger, lots and levels say ${figures.join(', ')}`)]
  })
  const negative = lots.filter(({ units }) => toMillionths(units) < 0)
  return [...differing, ...negative.map(({ _id, units }) => finding('R1', `lot ${_id} holds ${units}`))]
}

/** Every ledger entry is in the feed exactly once, and the numbers of the feed have no gap. */
function feed({ ledger, changes }: Books): Finding[] {
  const numbers = new Set(changes.map(({ _id }) => _id))
  const missing = changes.map((_, index) => index + 1).filter((number) => !numbers.has(number))
  const told = new Map<unknown, number>()
  for (const { type, data } of changes) {
    if (!type.startsWith('inventory.')) continue
    // Stock changes have a LedgerEntry as data.
    const { transactionNo } = data as { transactionNo: number }
    told.set(transactionNo, (told.get(transactionNo) ?? 0) + 1)
  }
  const wrong = ledger.filter(({ _id }) => told.get(_id) !== 1)
  const entered = new Set<unknown>(ledger.map(({ _id }) => _id))
  const unknown = [...told.keys()].filter((number) => !entered.has(number))
  return [
    ...missing.map((number) => finding('feed', `no change has the number ${number} of ${changes.length}`)),
    ...wrong.map(({ _id }) => finding('feed', `transaction ${_id} is in the feed ${told.get(_id) ?? 0} times`)),
    ...unknown.map((number) => finding('feed', `transaction ${String(number)} is in the feed and not in the ledger`)),
  ]
}

/** R2: an acknowledged intent has one entry, with the numbers that were answered. R3: an unknown one has at most one. */
function acknowledged(intent: Intent, entries: readonly LedgerRecord[]): Finding[] {
  const told = describe(intent)
  if (entries.length > 1)
    return [finding(intent.attempts.some(isSuccess) ? 'R2' : 'R3', `${told}: done ${entries.length} times`)]
  const [entry] = entries
  return intent.attempts.filter(isSuccess).flatMap(({ text, requestId }) => {
    // The answers of all three writes have both numbers.
    const { transactionNo, recNo } = JSON.parse(text) as { transactionNo: number; recNo: number }
    if (!entry) return [finding('R2', `${told}: acknowledged to ${requestId} and not in the ledger`)]
    if (entry._id !== transactionNo) return [finding('R2', `${told}: answered ${transactionNo}, entered ${entry._id}`)]
    const isThere = entry.lots.some((lot) => lot.recNo === recNo)
    return isThere ? [] : [finding('R2', `${told}: lot ${recNo} is not in transaction ${transactionNo}`)]
  })
}

/** R3: a refused request has no entry. */
function refused(intent: Intent, ledger: Books['ledger']): Finding[] {
  const refusals = intent.attempts.filter(({ status }) => status === 503 || (status >= 400 && status < 500))
  if (refusals.length === 0) return []
  const names = indexOf(ledger)
  return refusals
    .filter(({ requestId }) => names.has(requestId))
    .map(({ requestId, status }) =>
      finding('R3', `${describe(intent)}: ${requestId} was answered ${status} and is in the ledger`),
    )
}

const indexes = new WeakMap<readonly LedgerRecord[], ReadonlySet<string>>()
function indexOf(ledger: readonly LedgerRecord[]): ReadonlySet<string> {
  const known = indexes.get(ledger) ?? new Set(ledger.map(({ requestId }) => requestId))
  indexes.set(ledger, known)
  return known
}

/** R4: final answers to one key are equal, and replays are marked. */
function repeated(intent: Intent, entries: readonly LedgerRecord[]): Finding[] {
  const answers = new Set(intent.attempts.filter(isFinal).map(({ status, text }) => `${status} ${text}`))
  const differing = answers.size > 1 ? [finding('R4', `${describe(intent)}: ${[...answers].join(' | ')}`)] : []
  const unsaid = intent.attempts.filter(
    (made) => isSuccess(made) && !made.replayed && entries[0] && entries[0].requestId !== made.requestId,
  )
  return [
    ...differing,
    ...unsaid.map(({ requestId }) => finding('R4', `${describe(intent)}: ${requestId} is not marked as a replay`)),
  ]
}

/** R5: no answer is late. And none is a 500. */
function late({ attempts, ...intent }: Intent, unlimited: readonly TimeSpan[]): Finding[] {
  const described = describe({ ...intent, attempts })
  const bugs = attempts.filter(({ status }) => status === 500)
  return [
    ...attempts
      .filter((made) => durationOf(made) > LONGEST_ANSWER_MS && !unlimited.some((span) => overlaps(span, made)))
      .map((made) => finding('R5', `${described}: ${made.status} after ${Math.round(durationOf(made))} ms`)),
    ...bugs.map(({ requestId }) => finding('bug', `${described}: ${requestId} was answered 500`)),
  ]
}

const overlaps = (one: TimeSpan, other: TimeSpan) => one.start < other.end && other.start < one.end

export const durationOf = ({ start, end }: Attempt) => end - start

const finding = (promise: Finding['promise'], what: string): Finding => ({ promise, what })

const describe = ({ kind, client, key, body }: Intent) =>
  `${kind} of ${body.units} ${String(body.itemID)} by ${client.clientId}, key ${key ?? 'none'}`
