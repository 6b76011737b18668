import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Files that run one after the other, each alone: they make a load of their own, and prove what is answered in time under it. All others
 * share only servers, on which each has a system and databases of its own, or start servers of their own.
 */
const alone = [
  'test/faults/{disk,faults,fuzz,redelivery,replicas,reports}.test.ts',
  'test/gateway/limits/**/*.test.ts',
  'test/gateway/overload/**/*.test.ts',
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

/** More than the processors of a small machine, since files wait for servers and processes too. */
const WORKERS = 3

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: 'test/support/servers/global-setup.ts',
    reporters: ['default', './test/support/closing-line.ts'],
    // A limit ends what hangs. It is no measure of speed: a machine that is busy otherwise takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // A poll ends with what it waits for; on a machine that is busy otherwise that takes its time.
    expect: { poll: { timeout: 60_000 } },
    // Where nobody watches, a hiccup of a real server costs one more try; vitest names each test that needed it.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone, ...replacingModules, ...Object.values(ofLongRuns).flat()],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      ...Object.entries(ofLongRuns).map(([name, include]) => ({
        extends: true as const,
        test: { name, include, isolate: false, maxWorkers: WORKERS, sequence: { groupOrder: 1 } },
      })),
      {
        extends: true,
        test: { name: 'isolated', include: replacingModules, maxWorkers: WORKERS, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: false, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
