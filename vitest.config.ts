import { defineConfig } from 'vitest/config'

const limits = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['scripts/vitest/patient-waits.ts'],
}

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.global-setup.ts'],
          ...limits,
        },
      },
    ],
  },
})
