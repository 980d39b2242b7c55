import { defineConfig } from 'vitest/config';

/**
 * Long chats, servers that are killed while they start, commands beside a `dev` that runs: minutes, so apart from
 * `npm test`. `npm run test:long` runs them at full length, CI at the length that `isLongRun` is false for.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['tests/integration/**/*.long.test.ts'],
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
          include: ['tests/{servers,cli}/**/*.long.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    maxWorkers: 2,
    pool: 'forks',
  },
});
