import { defineConfig } from 'vitest/config';
import { integrationProject, WORKERS } from './tests/setup/vitest-projects.js';

/**
 * The crash matrix: minutes, so apart from `npm test`. Of the matrix of Temporal's
 * deaths only `npm run test:crash` runs all; without its variable, as in CI, every point has one case.
 */
export default defineConfig({
  test: {
    projects: [integrationProject({ include: ['tests/crash/matrix-*.test.ts'] })],
    ...WORKERS,
    // A case mostly waits, for what Temporal notices by time-outs: so a file runs some side by side, each with a system of its own.
    maxConcurrency: 4,
  },
});
