import { defineConfig } from 'vitest/config';

/** 100,000 generated transcripts: minutes, so apart from `npm test`, which plans 250. */
export default defineConfig({
  test: {
    include: ['tests/exhaustive/*.exhaustive.ts'],
    globalSetup: ['tests/setup/install-tokenizers.ts'],
    setupFiles: ['tests/setup/quiet-runtime.ts'],
    // The names of its tests tell the seeds; with one of them a failure is seen again: `PROPERTY_SEED=7 npm run ...`.
    env: { ...(process.env.PROPERTY_SEED && { PROPERTY_SEED: process.env.PROPERTY_SEED }) },
    reporters: ['verbose'],
    testTimeout: 3_600_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
