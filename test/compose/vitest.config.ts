import { defineConfig } from 'vitest/config'

/** The check of docker-compose.yml on a real engine: `npm run compose-check`. Its tests build on each other, in their order. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/compose/compose-check.ts'],
    reporters: ['verbose', './test/support/closing-line.ts', './test/compose/last-run.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 40 * 60_000,
  },
})
