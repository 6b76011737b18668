import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/servers/global-setup.ts',
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // Where nobody watches, a hiccup of a real server costs one more try; vitest names each test that needed it.
    retry: process.env.CI ? 1 : 0,
  },
})
