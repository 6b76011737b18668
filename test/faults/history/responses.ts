import type { LedgerRecord } from '../../../services/inventory/stock/ledger/ledger.model.ts'
import { toMillionths } from './books.ts'
import { type Finding, finding } from './finding.ts'
import { describeIntent, type Intent, isAcknowledged, isFinal, isSuccess, operationIdOf } from './history.ts'
import { ledgerRuleOf } from './ledger-rules.ts'

/** Ledger entries by the intent that they belong to; `stray` ones belong to none. */
export interface Pairs {
  readonly byIntent: ReadonlyMap<Intent, readonly LedgerRecord[]>
  readonly stray: readonly LedgerRecord[]
}

/** The operation of each entry: the first entry of an operation names it, the others came with the same request. */
function operationsOf(ledger: readonly LedgerRecord[]) {
  const named = ledger.flatMap(({ requestId, operationId }) => (operationId ? [[requestId, operationId] as const] : []))
  const byRequest = new Map(named)
  return ({ operationId, requestId }: LedgerRecord) => operationId ?? byRequest.get(requestId) ?? ''
}

/** What was promised and can no longer be had, in the transaction that finds it (docs/orders.md#shortages). */
const isTakenBack = ({ type, remark }: LedgerRecord) => type === 'unreserve' && /^(Backordered|Released): /.test(remark)

/** What the allocator allocates, and ends of reservations that the sweep records (docs/orders.md#backorders). */
const isOfService = (operationId: string, entry: LedgerRecord) =>
  (operationId.startsWith('service:allocator/allocate/') && (entry.type === 'reserve' || entry.type === 'expire')) ||
  (operationId.startsWith('service:inventory/expire/') && (entry.type === 'expire' || isTakenBack(entry)))

/** Relates ledger entries to intents, by idempotency key or by request id. */
export function pairUp(intents: readonly Intent[], ledger: readonly LedgerRecord[]): Pairs {
  const byName = new Map<string, Intent>()
  for (const intent of intents) {
    if (intent.key !== undefined) byName.set(operationIdOf(intent), intent)
    for (const { requestId } of intent.attempts) byName.set(requestId, intent)
  }
  const operationOf = operationsOf(ledger)
  const byIntent = new Map<Intent, LedgerRecord[]>()
  const stray: LedgerRecord[] = []
  for (const entry of ledger) {
    const operationId = operationOf(entry)
    if (isOfService(operationId, entry)) continue
    const intent = byName.get(operationId) ?? byName.get(entry.requestId)
    if (intent) byIntent.set(intent, [...(byIntent.get(intent) ?? []), entry])
    else stray.push(entry)
  }
  return { byIntent, stray }
}

/** Compares what the clients were answered with the ledger. */
export function checkResponses(intents: readonly Intent[], ledger: readonly LedgerRecord[]): Finding[] {
  const { byIntent } = pairUp(intents, ledger)
  const requestIds = new Set(ledger.map(({ requestId }) => requestId))
  return intents.flatMap((intent) => {
    const entries = byIntent.get(intent) ?? []
    return [
      ...entered(intent, entries),
      ...acknowledged(intent, entries),
      ...refused(intent, requestIds),
      ...repeated(intent, entries),
    ]
  })
}

const isOwn = (entry: LedgerRecord) => entry.type !== 'expire' && !isTakenBack(entry)

/** R1: the entries of an intent are what its operation enters. R2, R3: it was done once at most. */
function entered(intent: Intent, entries: readonly LedgerRecord[]): Finding[] {
  const { operation, input } = intent
  const rule = ledgerRuleOf(operation)
  const runs = new Set(entries.flatMap(({ operationId = [] }) => operationId)).size
  const own = entries.filter(isOwn)
  const count = rule.entries === 'one' ? Math.max(runs, own.length) : runs
  const isDifferent = (entry: LedgerRecord) =>
    !rule.types.includes(entry.type) || (rule.entries === 'one' && !isOf(entry, input))
  const different = own.filter(isDifferent)
  return [
    ...(count > 1 && rule.entries !== 'parts'
      ? [finding(isAcknowledged(intent) ? 'R2' : 'R3', `${describeIntent(intent)}: done ${count} times`)]
      : []),
    ...different.map(({ _id }) =>
      finding('R1', `transaction ${_id} differs from its intent: ${describeIntent(intent)}`),
    ),
  ]
}

/** Whether the entry has the item, units, lot and transaction that the input names. */
function isOf({ units, shortID, reverses, lots }: LedgerRecord, { itemID, recno, ...input }: Intent['input']): boolean {
  return (
    (itemID === undefined || shortID === itemID) &&
    (input.units === undefined || toMillionths(units) === toMillionths(input.units)) &&
    (input.transactionNo === undefined || reverses === input.transactionNo) &&
    (recno === undefined || lots.some(({ recNo, fromRecNo }) => recNo === recno || fromRecNo === recno))
  )
}

/** The fields of a response that name its entry or its lots. */
interface Named {
  readonly transactionNo?: number | null
  readonly recNo?: number
}

/** R2: an acknowledged intent has its entries, with the numbers that were answered. */
function acknowledged(intent: Intent, entries: readonly LedgerRecord[]): Finding[] {
  const own = entries.filter(isOwn)
  const { entries: needed, types } = ledgerRuleOf(intent.operation)
  const isNeeded = needed === 'one' || needed === 'some'
  return intent.attempts.filter(isSuccess).flatMap(({ text, requestId }) => {
    const described = describeIntent(intent)
    // Numbers have the same names in the responses of all operations.
    const { transactionNo, recNo } = JSON.parse(text) as Named
    if (isNeeded && own.length === 0)
      return [finding('R2', `${described}: acknowledged to ${requestId} and not in the ledger`)]
    // An operation without entries of its own answers with those of others, as a count's line does with its position.
    if (typeof transactionNo !== 'number' || types.length === 0) return []
    const entry = own.find(({ _id }) => _id === transactionNo)
    if (!entry) return [finding('R2', `${described}: answered ${transactionNo}, which is not its entry`)]
    const isThere = recNo === undefined || entry.lots.some((lot) => lot.recNo === recNo)
    return isThere ? [] : [finding('R2', `${described}: lot ${recNo} is not in transaction ${transactionNo}`)]
  })
}

/** R3: a refused request has no entry. */
function refused(intent: Intent, requestIds: ReadonlySet<string>): Finding[] {
  return intent.attempts
    .filter(({ status }) => status === 503 || (status >= 400 && status < 500))
    .filter(({ requestId }) => requestIds.has(requestId))
    .map(({ requestId, status, text }) =>
      finding('R3', `${describeIntent(intent)}: ${requestId} was answered ${status} ${text} and is in the ledger`),
    )
}

/** R4: final answers to one key are equal, and replays are marked. */
function repeated(intent: Intent, entries: readonly LedgerRecord[]): Finding[] {
  const described = describeIntent(intent)
  const answers = new Set(intent.attempts.filter(isFinal).map(({ status, text }) => `${status} ${text}`))
  const differing = answers.size > 1 ? [finding('R4', `${described}: ${[...answers].join(' | ')}`)] : []
  const isInChunks = ledgerRuleOf(intent.operation).entries === 'parts'
  const unsaid = intent.attempts.filter(
    (made) => !isInChunks && isSuccess(made) && !made.replayed && entries[0] && entries[0].requestId !== made.requestId,
  )
  return [
    ...differing,
    ...unsaid.map(({ requestId }) => finding('R4', `${described}: ${requestId} is not marked as a replay`)),
  ]
}
