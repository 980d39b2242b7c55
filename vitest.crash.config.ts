import { defineConfig } from 'vitest/config';
import { integrationProject, WORKERS } from './tests/setup/vitest-projects.js';

/**
 * Takes minutes. Only `npm run test:crash` runs the whole matrix; without its variable, as in CI, every point has one
 * kind of death.
 */
export default defineConfig({
  test: {
    projects: [integrationProject({ include: ['tests/crash/matrix-*.test.ts'] })],
    ...WORKERS,
    // Cases mostly wait for Temporal's timeouts, and each has its own system.
    maxWorkers: 3,
    maxConcurrency: 4,
  },
});
