import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run unit` allows 20 s; the whole suite also runs on machines that are busy with other work. */
const TEST_MS = Number(process.env.TEST_LIMIT_MS ?? 180_000)
/** Recognition takes the processor for seconds on a quiet machine, and for minutes beside other programs. */
const ENGINE_TEST_MS = 600_000
const engineTests = '**/*.engine.test.ts'

const shared = {
  // A worker keeps its modules from file to file: loading them anew takes longer than the tests themselves.
  // So a test file leaves nothing behind: no changed environment, no fake timers, no open handle.
  isolate: false,
  setupFiles: ['scripts/vitest/each-file.ts'],
}

/** No speech model can be loaded: a test that needs one is called `x.engine.test.ts`. */
const withoutModels = {
  ...shared,
  exclude: ['**/node_modules/**', engineTests],
  env: { LIVETAP_MODELS: join(import.meta.dirname, 'no-models-outside-engine-tests') },
  provide: { testMs: TEST_MS },
  testTimeout: TEST_MS,
  hookTimeout: 240_000,
}

const postgres = 'apps/server/src/testing/database/postgres.global-setup.ts'

export default defineConfig({
  test: {
    // Most tests wait, for a database or a process, more than they compute.
    maxWorkers: 3,
    // What was compiled for the last run serves the next one.
    experimental: { fsModuleCache: true },
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
          ...withoutModels,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: [postgres],
          ...withoutModels,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['packages/*/src', 'apps/server/src'].map(folder => `${folder}/${engineTests}`),
          globalSetup: [postgres],
          ...shared,
          provide: { testMs: ENGINE_TEST_MS },
          testTimeout: ENGINE_TEST_MS,
          hookTimeout: 240_000,
          // They need the cores that the other tests would wait for.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
