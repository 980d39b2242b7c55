import { defineConfig } from 'vitest/config';
import { integrationProject, WORKERS } from './tests/setup/vitest-projects.js';

/** `npm run test:clients` installs what these tests need. */
export default defineConfig({
  test: {
    projects: [integrationProject({ include: ['tests/clients/**/*.check.ts'], hasClients: true })],
    ...WORKERS,
  },
});
