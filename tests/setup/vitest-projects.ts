import type { TestProjectInlineConfiguration } from 'vitest/config';
import { builtThreads } from './built-threads.js';

export const LONG_TESTS = '**/*.long.test.ts';

export const WORKERS = { maxWorkers: 2, pool: 'forks' } as const;

const SHARED = {
  isolate: false,
  // Tests assert no times, so they wait as long as a busy machine needs.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  experimental: { fsModuleCache: true },
};

/** Equal in all projects, because cached modules depend on it. */
const VITE = { plugins: [builtThreads()], resolve: { tsconfigPaths: true } };

const SETUP = ['tests/setup/forget-models.ts'];

interface TestFiles {
  include: string[];
  exclude?: string[];
}

export function unitProject(files: TestFiles): TestProjectInlineConfiguration {
  return { ...VITE, test: { name: 'unit', setupFiles: SETUP, ...SHARED, ...files } };
}

export function integrationProject({
  hasClients = false,
  ...files
}: TestFiles & { hasClients?: boolean }): TestProjectInlineConfiguration {
  return {
    ...VITE,
    test: {
      name: 'integration',
      globalSetup: [...(hasClients ? ['tests/setup/install-clients.ts'] : []), 'tests/setup/global-setup.ts'],
      setupFiles: [...SETUP, 'tests/setup/quiet-runtime.ts'],
      ...SHARED,
      ...files,
    },
  };
}

export function systemProject(files: TestFiles): TestProjectInlineConfiguration {
  return {
    ...VITE,
    test: {
      name: 'system',
      globalSetup: ['tests/setup/build-command.ts'],
      ...SHARED,
      ...files,
    },
  };
}
