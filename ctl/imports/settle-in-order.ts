import type { ErrorBody } from '../../shared/contract/core/errors.ts'
import { refusedBefore } from '../../shared/contract/inventory/imported-movements.ts'
import { Stopped } from '../connection/retry-while-unavailable.ts'
import { notImported } from './report.ts'

/** What became of a line. */
export interface LineResult {
  readonly replayed?: true | undefined
  readonly error?: ErrorBody | undefined
}

export interface ImportedLine {
  /** The begin of its keys: each try after a refusal has another one. */
  readonly series: string
  readonly row: Readonly<Record<string, unknown>>
  readonly line: number
  /** As the row names it, if later rows of an item rest on its earlier ones. */
  readonly item: unknown
}

export interface LineCalls {
  readonly send: (lines: readonly ImportedLine[]) => Promise<readonly LineResult[]>
  /** The outcome of a line that was answered. What a batch does not say of it is found out alone, under the same key. */
  readonly settle: (line: ImportedLine, result: LineResult | undefined) => Promise<string>
}

type Outcome = PromiseSettledResult<string>

/**
 * Imports lines of which each rests on those before it of the same item. Lines that the service has held back are sent
 * again once the one that held them is done.
 *
 * @param refused the line that was refused of each item; later ones of the item are not sent
 */
export async function settleInOrder(
  lines: readonly ImportedLine[],
  refused: Map<unknown, number>,
  { send, settle }: LineCalls,
): Promise<Outcome[]> {
  const outcomes = new Map<ImportedLine, Outcome>()
  const toSend = lines.filter(({ item }) => !refused.has(item))
  for (let open = toSend; open.length > 0; open = open.filter((line) => !outcomes.has(line))) {
    const [sent] = await Promise.allSettled([send(open)])
    const settleNext = createRound(open, refused, async (line, result) => {
      if (sent.status === 'rejected') throw sent.reason
      return settle(line, result)
    })
    const results = sent.status === 'fulfilled' ? sent.value : []
    const settled = await Promise.all(open.map((line, index) => settleNext(line, index, results[index])))
    for (const [index, line] of open.entries()) {
      const outcome = settled[index]
      if (outcome) outcomes.set(line, outcome)
    }
  }
  return lines.map((line) => outcomes.get(line) ?? notDone(refused.get(line.item) ?? line.line))
}

const notDone = (line: number): Outcome => ({ status: 'rejected', reason: notImported(line) })

/** Settles the lines of one request, those of an item one after the other; undefined for one that is to be sent again. */
function createRound(open: readonly ImportedLine[], refused: Map<unknown, number>, settle: LineCalls['settle']) {
  const all: Promise<Outcome | undefined>[] = []
  const last = new Map<unknown, Promise<unknown>>()
  const waiting = new Set<unknown>()
  let stopped: Outcome | undefined

  const settleNow = async (line: ImportedLine, result: LineResult | undefined): Promise<Outcome> => {
    const [outcome] = await Promise.allSettled([settle(line, result)])
    if (outcome.status === 'rejected') {
      if (outcome.reason instanceof Stopped) stopped = outcome
      else if (!refused.has(line.item)) refused.set(line.item, line.line)
    }
    return outcome
  }

  const settleNext = async (line: ImportedLine, result: LineResult | undefined): Promise<Outcome | undefined> => {
    const { item } = line
    if (!result?.error) return settleNow(line, result)
    const cause = refusedBefore(result.error.details)
    const before = cause === undefined ? undefined : await all[cause]
    if (stopped) return stopped
    if (before?.status === 'rejected' && !refused.has(item)) refused.set(item, open[cause ?? 0]?.line ?? line.line)
    const first = refused.get(item)
    if (first !== undefined) return notDone(first)
    if (cause === undefined && !waiting.has(item)) return settleNow(line, result)
    waiting.add(item)
    return undefined
  }

  return (line: ImportedLine, index: number, result: LineResult | undefined) => {
    const turn = Promise.resolve(last.get(line.item)).then(() => settleNext(line, result))
    all[index] = turn
    last.set(line.item, turn)
    return turn
  }
}
