import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './support/longest-first.ts'

/**
 * Files that prove what a release is: that its image is built and runs, that it is installed, updated and scaled, that its servers start,
 * its backups restore, its first day goes well, that faults cost what is promised, and that no screen is too
 * wide for a phone with the longest words. `npm run test:release` runs them.
 */
const ofRelease = [
  'test/console/{first-day,longest-words}.test.ts',
  'test/deploy/**/*.test.ts',
  'test/faults/*.test.ts',
  'test/journeys/mirror.test.ts',
  'test/journeys/documents/**/*.test.ts',
  'test/local/build.test.ts',
  'test/local/{documentdb-gateway,install,servers}/**/*.test.ts',
  'test/operations/**/*.test.ts',
  'test/upgrade/**/*.test.ts',
]

/**
 * Files that run one after the other, each alone: they make a load of their own, and prove what is answered in time under it. All others
 * share the machine.
 */
const alone = ['test/gateway/limits/{lost-slots,overload,rate-limit}.test.ts']
const ofReleaseAlone = [
  'test/faults/{disk,faults,fuzz,redelivery,replicas,reports}.test.ts',
  'test/gateway/limits/redis-memory.test.ts',
  'test/gateway/limits/processes.test.ts',
]

/**
 * Files that replace modules: each has a process of its own. The others share the process of their worker, since loading and compiling the
 * modules anew costs more than most files' tests: what a file changes in the process it restores.
 */
const replacingModules = [
  'test/console/logic/family-screens.test.ts',
  'test/services/catalog/new-field.test.ts',
  'test/services/inventory/documents/kit/loan.test.ts',
  'test/services/inventory/documents/kit/seventh-family.test.ts',
  'test/services/published-events.test.ts',
]

/**
 * Files that test what only `npm run bench` and `npm run faults` use: measuring, checking, reporting. Those run them first and go on only
 * if they pass; `npm test` leaves them out. What proves a promise lies in `test/faults/` itself.
 */
const ofLongRuns = {
  'code-of-bench': ['test/bench/**/*.test.ts'],
  'code-of-faults': ['test/faults/*/**/*.test.ts'],
}

const root = new URL('..', import.meta.url).pathname

/** Files that set the clock of their process, under which a system that files share would stand still: none of them shares one. */
const settingTheClock = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`)
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('useFakeTimers'))

/** More than the processors of a small machine, since a file also waits for servers and browsers. */
const WORKERS = 3
const DAILY = { isolate: false, maxWorkers: WORKERS, sequence: { groupOrder: 1 } }

const ofOthers = [
  ...configDefaults.exclude,
  ...alone,
  ...replacingModules,
  ...ofRelease,
  ...ofReleaseAlone,
  ...Object.values(ofLongRuns).flat(),
]

export default defineConfig({
  test: {
    root,
    globalSetup: 'test/support/servers/global-setup.ts',
    setupFiles: 'test/support/shared/end-with-worker.ts',
    reporters: ['default', './test/support/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    // A limit ends what hangs. It is no measure of speed: a machine that is busy otherwise takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // On servers that stay, the systems of a worker end with it.
    teardownTimeout: 60_000,
    // A poll ends with what it waits for; on a machine that is busy otherwise that takes its time.
    expect: { poll: { timeout: 60_000 } },
    // Where nobody watches, a hiccup of a real server costs one more try; vitest names each test that needed it.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'beside', include: ['test/**/*.test.ts'], exclude: [...ofOthers, ...settingTheClock], ...DAILY },
      },
      {
        extends: true,
        test: { name: 'clock', include: settingTheClock, exclude: ofOthers, ...DAILY },
      },
      ...Object.entries(ofLongRuns).map(([name, include]) => ({
        extends: true as const,
        test: { name, include, ...DAILY },
      })),
      {
        extends: true,
        test: { name: 'isolated', include: replacingModules, maxWorkers: WORKERS, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: false, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'release',
          include: ofRelease,
          exclude: [...configDefaults.exclude, ...ofReleaseAlone],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'release-alone',
          include: ofReleaseAlone,
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
