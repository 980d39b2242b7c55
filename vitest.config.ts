import { defineConfig } from 'vitest/config';
import {
  integrationProject,
  LONG_TESTS,
  systemProject,
  unitProject,
  WORKERS,
} from './tests/setup/vitest-projects.js';

const SERVERS = ['tests/integration/**/*.test.ts', 'tests/replay/**/*.test.ts'];
const CRASHES = 'tests/crash/**/*.test.ts';
const COMMANDS = ['tests/servers/**/*.test.ts', 'tests/cli/end-to-end/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      unitProject({
        include: ['tests/**/*.test.ts'],
        exclude: ['**/node_modules/**', LONG_TESTS, CRASHES, ...SERVERS, ...COMMANDS],
      }),
      integrationProject({ include: SERVERS, exclude: [LONG_TESTS] }),
      systemProject({ include: COMMANDS, exclude: [LONG_TESTS] }),
    ],
    ...WORKERS,
    // Files that drive servers wait for about a third of their time.
    maxWorkers: 3,
  },
});
