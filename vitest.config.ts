import { defineConfig } from 'vitest/config';

/** Prove what others prove in small, or take minutes: `vitest.long.config.ts` has them. */
const LONG = ['**/*.long.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Properties over many cases think for seconds where the cores are shared.
          testTimeout: 20_000,
          // Nothing here has a state that another file could meet, so what they import is loaded once.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...LONG,
            'tests/integration/**',
            'tests/replay/**',
            'tests/servers/**',
            'tests/cli/end-to-end/**',
            'tests/crash/**',
          ],
        },
      },
      {
        // The examples import 'threadline', as their users do.
        resolve: { tsconfigPaths: true },
        test: {
          name: 'integration',
          isolate: false,
          include: [
            'tests/integration/**/*.test.ts',
            'tests/replay/**/*.test.ts',
            'tests/crash/sample.test.ts',
          ],
          exclude: LONG,
          globalSetup: ['tests/setup/global-setup.ts'],
          setupFiles: ['tests/setup/quiet-runtime.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'system',
          isolate: false,
          globalSetup: ['tests/setup/build-command.ts'],
          include: ['tests/servers/**/*.test.ts', 'tests/cli/end-to-end/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    // Two cores: one file that drives servers and one that thinks.
    maxWorkers: 2,
    pool: 'forks',
  },
});
