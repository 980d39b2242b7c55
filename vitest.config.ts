import { defineConfig } from 'vitest/config';
import {
  integrationProject,
  LONG_TESTS,
  systemProject,
  unitProject,
  WORKERS,
} from './tests/setup/vitest-projects.js';

const SERVERS = ['tests/integration/**/*.test.ts', 'tests/replay/**/*.test.ts', 'tests/crash/**/*.test.ts'];
const COMMANDS = ['tests/servers/**/*.test.ts', 'tests/cli/end-to-end/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      unitProject({ include: ['tests/**/*.test.ts'], exclude: [LONG_TESTS, ...SERVERS, ...COMMANDS] }),
      integrationProject({ include: SERVERS, exclude: [LONG_TESTS, 'tests/crash/matrix-*.test.ts'] }),
      systemProject({ include: COMMANDS, exclude: [LONG_TESTS] }),
    ],
    ...WORKERS,
  },
});
