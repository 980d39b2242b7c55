import { defineConfig } from 'vitest/config';

/** The whole crash matrix: minutes, so apart from `npm test`, which runs a sample of it. */
export default defineConfig({
  test: {
    include: ['tests/crash/matrix-*.test.ts'],
    globalSetup: ['tests/setup/global-setup.ts'],
    setupFiles: ['tests/setup/quiet-runtime.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
