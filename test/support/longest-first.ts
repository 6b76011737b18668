import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { groupBy } from '../../shared/process/group-by.ts'

/** Files that take minutes: begun last, each would run on when all others have ended. */
const LONGEST =
  /\/(deploy\/running-image|upgrade\/upgrade|operations\/backup|console\/(screens|longest-words|first-day))\.test\.ts$/

/** The longest files of each project first, also where no earlier run has left its times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = groupBy(await super.sort(files), ({ project }) => project.name)
    const isLongest = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLongest),
      ...ofProject.filter((file) => !isLongest(file)),
    ])
  }
}
