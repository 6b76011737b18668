import type { Output } from '../../../shared/contract/core/operation.ts'
import type { reporting } from '../../../shared/contract/reports/reporting.ts'
import type { HistoryOf } from '../history-of.ts'
import type { Generations } from './generation.model.ts'

interface RebuildParts {
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

/** Begins to derive everything anew beside what is there, unless that is under way. */
export const createRebuild =
  ({ generations, historyOf }: RebuildParts) =>
  async (): Promise<Output<typeof reporting.rebuildReports>> => {
    const { _id: current } = await generations.current()
    const generation = current + 1
    await historyOf(generation).prepare()
    const isNew = await generations.add(generation, false)
    return { generation, status: isNew ? 'started' : 'running' }
  }
