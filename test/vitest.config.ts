import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Files that run one after the other, each alone: they kill or start servers, take the whole machine, or prove what happens under a load
 * that they make. All others share only servers, on which each has a system and databases of its own.
 */
const alone = [
  'test/faults/**/*.test.ts',
  'test/local/**/*.test.ts',
  'test/deploy/**/*.test.ts',
  'test/operations/**/*.test.ts',
  'test/gateway/limits/**/*.test.ts',
  'test/shared/messaging/overload/**/*.test.ts',
]

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: 'test/support/servers/global-setup.ts',
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Where nobody watches, a hiccup of a real server costs one more try; vitest names each test that needed it.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
