import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run unit` allows 20 s; the whole suite also runs on machines that are busy with other work. */
const TEST_MS = Number(process.env.TEST_LIMIT_MS ?? 180_000)
/** Recognition takes the processor for seconds on a quiet machine, and for minutes beside other programs. */
const ENGINE_TEST_MS = 600_000
const engineTests = '**/*.engine.test.ts'
/** A cluster is struck for a minute, a fleet upgraded: both take longer than any other test. */
const FLEET_TEST_MS = 600_000

/**
 * Waiting for a state gives up after a second by default, which a busy machine needs for less than that. How long a
 * state takes is no expectation of a test: only one that never comes ends the waiting.
 */
function within(testMs: number, longestMs = 120_000) {
  const patienceMs = Math.min(longestMs, testMs * 0.75)
  return {
    provide: { testMs, patienceMs },
    testTimeout: testMs,
    hookTimeout: 240_000,
    expect: { poll: { timeout: patienceMs } },
  }
}

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
            'deploy/**/*.test.ts',
          ],
          ...withoutModels,
          ...within(TEST_MS),
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'e2e/**/*.test.ts'],
          globalSetup: [postgres],
          ...withoutModels,
          ...within(TEST_MS),
        },
      },
      {
        test: {
          name: 'fleets',
          include: ['soak/**/*.test.ts'],
          globalSetup: [postgres],
          ...withoutModels,
          ...within(FLEET_TEST_MS),
        },
      },
      {
        test: {
          name: 'engines',
          include: ['packages/*/src', 'apps/server/src', 'e2e'].map(folder => `${folder}/${engineTests}`),
          globalSetup: [postgres],
          ...shared,
          ...within(ENGINE_TEST_MS, 300_000),
          // They need the cores that the other tests would wait for.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
