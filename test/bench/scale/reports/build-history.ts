import type { Connection } from 'mongoose'
import { PAGE_SIZE } from '../../../../services/reporting/follower/follower.ts'
import type { Generations } from '../../../../services/reporting/follower/generation.model.ts'
import type { DerivedPage } from '../../../../services/reporting/history/derived-page.ts'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import type { HistoryOf } from '../../../../services/reporting/history-of.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { deadline } from '../../build/workshop.ts'
import { feedLength, makeFeed } from './feed.ts'

/** Where a history is derived. */
export interface HistoryLevel {
  readonly connection: Connection
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

interface Page {
  readonly derived: DerivedPage
  readonly to: Pick<FeedChange, 'sequence' | 'at'>
}

/** Derives the history of a feed as the follower does, from where it is. Answers its changes, and those per second. */
export async function buildHistory(
  { connection, generations, historyOf }: HistoryLevel,
  movements: number,
  say: (line: string) => void,
) {
  await generations.add(1, true)
  await historyOf(1).prepare()
  await generations.catchUp(await generations.current())
  let from = await generations.current()
  const { sequence: reached } = from
  // A long feed takes minutes to make.
  if (reached === feedLength(movements)) return { changes: reached }
  const begin = performance.now()
  const rate = () => (from.sequence - reached) / ((performance.now() - begin) / 1_000)

  const write = async ({ derived, to }: Page) => {
    await inTransaction(connection, deadline(), async (session) => {
      await generations.advance(from, to, session)
      await derived.write(session)
    })
    const tenth = (sequence: number) => Math.floor((sequence * 10) / movements)
    const isTenth = tenth(to.sequence) > tenth(from.sequence)
    from = { ...from, ...to }
    if (isTenth) say(`${from.sequence} changes of ${movements} movements, ${Math.round(rate())}/s`)
  }

  let before: Page | undefined
  for (const changes of pagesAfter(reached, movements)) {
    const [derived] = await Promise.all([historyOf(1).derive(changes, before?.derived), before && write(before)])
    if (derived.changes.length < changes.length) throw new Error('A page of this feed fits')
    const { sequence = 0, at = new Date(0) } = changes.at(-1) ?? {}
    before = { derived, to: { sequence, at } }
  }
  if (before) await write(before)
  // What was there before was derived by another run.
  return { changes: from.sequence, ...(reached === 0 && { changesPerSecond: rate() }) }
}

function* pagesAfter(reached: number, movements: number): Generator<FeedChange[]> {
  let page: FeedChange[] = []
  for (const change of makeFeed(movements)) {
    if (change.sequence <= reached) continue
    page.push(change)
    if (page.length < PAGE_SIZE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
