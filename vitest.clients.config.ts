import { defineConfig } from 'vitest/config';
import { integrationProject, WORKERS } from './tests/setup/vitest-projects.js';

/** Clients of other packages and languages, and pages in a browser, for which `npm run test:clients` installs what they need. */
export default defineConfig({
  test: {
    projects: [integrationProject({ include: ['tests/clients/**/*.check.ts'], hasClients: true })],
    ...WORKERS,
  },
});
