import { defineConfig } from 'vitest/config';
import { integrationProject, systemProject, unitProject, WORKERS } from './tests/setup/vitest-projects.js';

/**
 * Takes minutes; `npm test` has one test of each kind. `npm run test:long` runs full length, `.ci/run --long` the
 * length for `isLongRun` false.
 */
export default defineConfig({
  test: {
    projects: [
      unitProject({ include: ['tests/docs/**/*.long.test.ts'] }),
      integrationProject({ include: ['tests/integration/**/*.long.test.ts'], hasClients: true }),
      systemProject({ include: ['tests/{servers,cli}/**/*.long.test.ts'] }),
    ],
    ...WORKERS,
  },
});
