import type { Output } from '../../../shared/contract/core/operation.ts'
import type { reporting } from '../../../shared/contract/reports/reporting.ts'
import type { HistoryOf } from '../history-of.ts'
import { type Generations, generationInWork } from './generation.model.ts'

interface RebuildDeps {
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

/**
 * Begins to derive everything again beside what is there, unless that is under way. What another version of this program was
 * making has its number, and is dropped by the follower once a later one is current.
 */
export const createRebuild =
  ({ generations, historyOf }: RebuildDeps) =>
  async (): Promise<Output<typeof reporting.rebuildReports>> => {
    const current = await generations.current()
    const all = await generations.list()
    const inWork = generationInWork(all, current)
    const generation = inWork?._id ?? Math.max(...all.map(({ _id }) => _id)) + 1
    await historyOf(generation).prepare()
    const isNew = !inWork && (await generations.add(generation, false))
    return { generation, status: isNew ? 'started' : 'running' }
  }
