import { defineConfig } from 'vitest/config'

const shared = {
  // A worker keeps its modules from file to file: loading them anew takes longer than the tests themselves.
  // So a test file leaves nothing behind: no changed environment, no fake timers, no open handle.
  isolate: false,
  // Long enough for a machine that others use too.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  setupFiles: ['scripts/vitest/each-file.ts'],
}

export default defineConfig({
  test: {
    // Most tests wait, for a database or a process, more than they compute.
    maxWorkers: 3,
    reporters: [
      'default',
      './scripts/vitest/skip-reasons.ts',
      ['json', { outputFile: 'reports/vitest.json' }],
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/console/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          ...shared,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.global-setup.ts'],
          ...shared,
        },
      },
    ],
  },
})
