import { defineConfig } from 'vitest/config';
import { integrationProject, systemProject, WORKERS } from './tests/setup/vitest-projects.js';

/**
 * Long chats, hostile input, variations, servers that are killed while they start: minutes, so apart from `npm test`, which
 * has one test of each kind. `npm run test:long` runs them at full length, `.ci/run --long` at the length that `isLongRun` is false for.
 */
export default defineConfig({
  test: {
    projects: [
      integrationProject({ include: ['tests/integration/**/*.long.test.ts'], hasClients: true }),
      systemProject({ include: ['tests/{servers,cli}/**/*.long.test.ts'] }),
    ],
    ...WORKERS,
  },
});
