import type { Connection } from 'mongoose'
import type { Generations } from '../../../../services/reporting/follower/generation.model.ts'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import type { HistoryOf } from '../../../../services/reporting/history-of.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { deadline } from '../../build/workshop.ts'
import { makeFeed } from './feed.ts'

/** As the follower takes them. */
const PAGE = 250

/** Where a history is derived. */
export interface HistoryPlace {
  readonly connection: Connection
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

/** Derives the history of a feed as the follower does, from where it is. Answers its changes, and those per second. */
export async function buildHistory(
  { connection, generations, historyOf }: HistoryPlace,
  movements: number,
  say: (line: string) => void,
) {
  await generations.add(1, true)
  await historyOf(1).prepare()
  await generations.catchUp(await generations.current())
  let from = await generations.current()
  const { sequence: reached } = from
  const begin = performance.now()
  const rate = () => (from.sequence - reached) / ((performance.now() - begin) / 1_000)

  const apply = async (page: readonly FeedChange[]) => {
    const last = page.at(-1)
    if (!last) return
    const to = { sequence: last.sequence, at: last.at }
    await inTransaction(connection, deadline(), async (session) => {
      await generations.advance(from, to, session)
      await historyOf(1).apply(page, session)
    })
    const tenth = (sequence: number) => Math.floor((sequence * 10) / movements)
    const isTenth = tenth(to.sequence) > tenth(from.sequence)
    from = { ...from, ...to }
    if (isTenth) say(`${from.sequence} changes of ${movements} movements, ${Math.round(rate())}/s`)
  }

  let page: FeedChange[] = []
  for (const change of makeFeed(movements)) {
    if (change.sequence <= reached) continue
    page.push(change)
    if (page.length < PAGE) continue
    await apply(page)
    page = []
  }
  await apply(page)
  // What was there before was derived by another run.
  return { changes: from.sequence, ...(reached === 0 && { changesPerSecond: rate() }) }
}
