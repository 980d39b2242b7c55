import { defineConfig } from 'vitest/config';
import { integrationProject, systemProject, WORKERS } from './tests/setup/vitest-projects.js';

/**
 * Long chats, servers that are killed while they start, commands beside a `dev` that runs: minutes, so apart from
 * `npm test`. `npm run test:long` runs them at full length, CI at the length that `isLongRun` is false for.
 */
export default defineConfig({
  test: {
    projects: [
      integrationProject({ include: ['tests/integration/**/*.long.test.ts'] }),
      systemProject({ include: ['tests/{servers,cli}/**/*.long.test.ts'] }),
    ],
    ...WORKERS,
  },
});
