import type { TestProjectInlineConfiguration } from 'vitest/config';

export const LONG_TESTS = '**/*.long.test.ts';

export const WORKERS = { maxWorkers: 2, pool: 'forks' } as const;

/** Tests assert no times, so they wait as long as a busy machine needs. */
const TIMEOUTS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

const SETUP = ['tests/setup/forget-models.ts'];

interface TestFiles {
  include: string[];
  exclude?: string[];
}

export function unitProject(files: TestFiles): TestProjectInlineConfiguration {
  return { test: { name: 'unit', isolate: false, setupFiles: SETUP, ...TIMEOUTS, ...files } };
}

export function integrationProject({
  hasClients = false,
  ...files
}: TestFiles & { hasClients?: boolean }): TestProjectInlineConfiguration {
  return {
    resolve: { tsconfigPaths: true },
    test: {
      name: 'integration',
      isolate: false,
      globalSetup: [...(hasClients ? ['tests/setup/install-clients.ts'] : []), 'tests/setup/global-setup.ts'],
      setupFiles: [...SETUP, 'tests/setup/quiet-runtime.ts'],
      ...TIMEOUTS,
      ...files,
    },
  };
}

export function systemProject(files: TestFiles): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'system',
      isolate: false,
      globalSetup: ['tests/setup/build-command.ts'],
      ...TIMEOUTS,
      ...files,
    },
  };
}
