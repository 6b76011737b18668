import { AppError, outcomeUnknown } from '../../../../shared/contract/core/errors.ts'
import type { Count } from '../../../../shared/contract/documents/count-records.ts'
import type { PostInput } from '../../../../shared/contract/documents/counts.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import { type CallContext, timeLeftMs } from '../../../../shared/process/call-context.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { requireReasonCodes } from '../../masters/references.ts'
import { valueIn } from '../../stock/batch/results.ts'
import type { StockEffect, StockEntry } from '../../stock/engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../stock/engine/plan.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import { withExpiry } from '../../stock/reservations/expire.ts'
import { changeDocument } from '../kit/document-effect.ts'
import { noDocument, readDocument } from '../kit/find-document.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { requireStatus } from '../kit/steps.ts'
import { type CountLineRecord, type CountRecord, countLines, counts } from './count.model.ts'
import { countFamily, countSteps, reopened, toCount } from './count-family.ts'
import { fingerprint } from './count-line.ts'
import { planPost } from './plan-post.ts'
import { differenceOf } from './variance.ts'

/** Lines in one transaction: those with a difference, which change stock, and those without. */
const CHUNK = { differing: 25, agreeing: 250 }
/** Time that is kept for the end: what is not posted before it is left for a repetition. */
const RESERVE_MS = 4_000

/** Posts approved counts, a chunk of the lines per transaction; each line is posted once. */
export function createPostCount(
  deps: Pick<DocumentDeps, 'connection' | 'engine' | 'idempotency' | 'lots' | 'registries'>,
) {
  const { connection, engine, idempotency, registries } = deps

  /** Posts lines, or says why they are blocked or to be counted again. */
  const planLines =
    (input: PostInput, lines: readonly CountLineRecord[], isStarted: boolean) =>
    async (stock: StockView, numbers: Numbers) => {
      const { countNo } = input
      const count = await requireCount(stock, countNo)
      if (hasEnded(count, isStarted)) return { entries: [], result: { lines: 0 } }
      const current = await Promise.all(lines.map(({ _id }) => stock.records.get(countLines, _id)))
      const waiting = current.flatMap((line) => (line && isWaiting(line) ? [line] : []))
      const { entries, records, lines: changed } = await planPost(count, waiting, input, stock, numbers)
      const next = stock.hooks.lose(levelKeysOf(entries), 'lost')
      const changes = { lines: changed, fields: { status: 'Partial' }, entries, records, next } as const
      const { effect } = await changeDocument(countFamily, count, changes, [], stock, numbers)
      return { ...effect, result: { lines: changed.length } }
    }

  /** How many of the lines are posted, blocked or to be counted again now. */
  const postLines = (
    input: PostInput,
    lines: readonly CountLineRecord[],
    isStarted: boolean,
    context: CallContext,
  ): Promise<number> => {
    const partNos = [...new Set(lines.filter(isDiffering).map(({ partNo }) => partNo))]
    const plan = planLines(input, lines, isStarted)
    // The version grows with each try to post the line; a repetition of the same try finds the id recorded.
    const [first] = lines
    const id = `count:${input.countNo}/${first?.lineNo}/${first?.version}`
    const entry = {
      id,
      operation: inventory.postCount.name,
      fingerprint: '',
      context: { ...context, hasClientKey: false },
    }
    return engine.change(partNos, entry, withExpiry(partNos, plan)).then(
      (result) => result.lines,
      (error: unknown) => {
        if (error instanceof AlreadyRecorded) return lines.length
        throw error
      },
    )
  }

  /** Throws 409 if stock of a line has moved, before anything is posted. */
  const refuseMoved = async (count: CountRecord, lines: readonly CountLineRecord[]) => {
    const differing = lines.filter(isDiffering)
    const filter = { wid: count.wid, active: true, partNo: { $in: differing.map(({ partNo }) => partNo) } }
    const found = await deps.lots.find(filter, { partNo: 1, spot: 1, units: 1 }).lean<LotRecord[]>()
    const byCell = groupBy(found, ({ partNo, spot }) => `${partNo}/${spot}`)
    for (const { lineNo, partNo, spot, position } of differing) {
      const lots = (byCell.get(`${partNo}/${spot}`) ?? []).map((lot) => ({ ...lot, units: toQuantity(lot.units) }))
      if (fingerprint(lots) !== position?.lots)
        throw new AppError('conflict', `Line ${lineNo} of count ${count._id} has moved since it was counted.`)
    }
  }

  /** Says what has become of the count. */
  const finish =
    (countNo: string, isStarted: boolean) =>
    async (stock: StockView, numbers: Numbers): Promise<StockEffect<Count>> => {
      const count = await requireCount(stock, countNo)
      if (hasEnded(count, isStarted)) return { entries: [], result: toCount(count) }
      const { totalLines, openLines, postedLines, skippedLines } = count
      const isPosted = postedLines + skippedLines === totalLines
      const fields = isPosted
        ? ({ status: 'Posted', posted: stock.now } as const)
        : openLines > 0
          ? reopened
          : ({ status: 'Partial' } as const)
      const { after, effect } = await changeDocument(countFamily, count, { fields }, [], stock, numbers)
      return { ...effect, result: toCount(after) }
    }

  /** The lines that a request posts, in chunks. */
  const findChunks = async ({ countNo, reasonIn, reasonOut }: PostInput, context: CallContext) => {
    const { header, lines } = await readDocument(connection, countFamily, countNo, context)
    await requireReasonCodes(registries, [
      { field: 'reasonIn', code: reasonIn, direction: 'in' },
      { field: 'reasonOut', code: reasonOut, direction: 'out' },
    ])
    requireStatus(countFamily, header, countSteps.post)
    const waiting = lines.filter(isWaiting)
    if (header.ifMoved === 'refuse' && header.status === 'Approved') await refuseMoved(header, waiting)
    return [...toChunks(waiting)]
  }

  const post = (input: PostInput, context: CallContext): Promise<Count> =>
    idempotency.onceInParts(inventory.postCount, input, context, async (entry) => {
      const { countNo } = input
      const chunks = await findChunks(input, context)
      let isStarted = false
      // What has been started is not refused for its start deadline between two transactions.
      const started = { ...context, startDeadline: undefined }
      try {
        for (const chunk of chunks) {
          if (timeLeftMs(context) < RESERVE_MS) break
          if ((await postLines(input, chunk, isStarted, started)) > 0) isStarted = true
        }
        return await engine.change([], { ...entry, context: started }, finish(countNo, isStarted))
      } catch (error) {
        // A refusal, also of a count that was renamed meanwhile, would say that nothing of this request is done.
        throw isStarted && error instanceof AppError ? outcomeUnknown(error) : error
      }
    })

  /** What would be posted, all of it in one snapshot. */
  const dryRun = async (input: PostInput, context: CallContext): Promise<Count> => {
    const chunks = await findChunks(input, context)
    const plans = chunks.map(
      (chunk, index): Plan<undefined> =>
        async (...view) => ({
          ...(await planLines(input, chunk, index > 0)(...view)),
          result: undefined,
        }),
    )
    const end = finish(input.countNo, chunks.length > 0)
    const outcomes = await engine.dryRunEach<Count | undefined>(context.deadline, [...plans, end])
    const result = outcomes.map(valueIn).at(-1)?.result
    if (!result) throw new Error(`What posting count ${input.countNo} would do could not be planned`)
    return result
  }

  return Object.assign(post, { dryRun })
}

/**
 * Whether the count can no longer be posted because of another request, which is not a refusal of one that has posted
 * lines. Throws 409 if this request has posted none.
 */
function hasEnded(count: CountRecord, isStarted: boolean): boolean {
  if (isStarted && !isAllowed(count)) return true
  requireStatus(countFamily, count, countSteps.post)
  return false
}

const isAllowed = ({ status }: CountRecord) => countSteps.post.some((from) => from === status)
const isWaiting = ({ state }: CountLineRecord) => state === 'Counted' || state === 'Blocked'
const isDiffering = (line: CountLineRecord) => !differenceOf(line).eq(ZERO)

async function requireCount(stock: StockView, countNo: string): Promise<CountRecord> {
  const count = await stock.records.get(counts, countNo)
  if (!count) throw noDocument(countFamily, countNo)
  return count
}

/** Where units were lost, or moved to their right spot. */
const levelKeysOf = (entries: readonly StockEntry[]) =>
  [...groupBy(entries, ({ partNo }) => partNo).values()].flatMap(([entry]) => entry ?? [])

/** Lines of one item are next to each other, so that what lay at a wrong spot is found. */
function* toChunks(lines: readonly CountLineRecord[]): Generator<readonly CountLineRecord[]> {
  const agreeing = lines.filter((line) => !isDiffering(line))
  for (let index = 0; index < agreeing.length; index += CHUNK.agreeing)
    yield agreeing.slice(index, index + CHUNK.agreeing)
  let chunk: CountLineRecord[] = []
  for (const ofItem of groupBy(lines.filter(isDiffering), ({ partNo }) => partNo).values()) {
    if (chunk.length > 0 && chunk.length + ofItem.length > CHUNK.differing) {
      yield chunk
      chunk = []
    }
    chunk.push(...ofItem)
    for (; chunk.length > CHUNK.differing; chunk = chunk.slice(CHUNK.differing)) yield chunk.slice(0, CHUNK.differing)
  }
  if (chunk.length > 0) yield chunk
}
